import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { environments, type Environment } from './environments.ts'
import type { PartnerState } from '#lib/core/partner-state.ts'
import { PartnerNote } from './partner/partner-note.tsx'

export type StripConnection = {
  name: string
  /** Tells the page's connection from one that an administrator activates later. */
  id: string
  environment: Environment
  /** Which billing NPIs the key reaches, in words. */
  scopeLabel: string
  isEmbedded: boolean
  /** The key cannot write. */
  isReadOnly: boolean
  /** How the partner answers when the page is made. */
  partner: PartnerState
}

type StripProps = {
  connection: StripConnection
  /** The person may change connections. */
  canRepair: boolean
  /** What the strip ends with. */
  children: ReactNode
}

/**
 * Says on every page which partner one works on, how far the key reaches, and how the partner
 * answers.
 */
export function EnvironmentStrip({ connection, canRepair, children }: StripProps) {
  const { word, strip } = environments[connection.environment]
  const parts = [
    connection.isEmbedded ? 'Embedded partner' : connection.name,
    `key scope: ${lowerFirst(connection.scopeLabel)}`,
    ...(connection.isEmbedded ? ['invented data'] : []),
  ]
  return (
    <aside
      aria-label="Connection"
      className={classNames(
        'print:hidden sticky top-0 z-30 flex h-(--strip-h) items-center gap-2.5 border-b px-4 text-2xs whitespace-nowrap font-medium',
        strip,
      )}
    >
      <strong className="font-bold tracking-wide uppercase">{word}</strong>
      {connection.isReadOnly && (
        <strong className="font-bold tracking-wide uppercase">Read only</strong>
      )}
      <span className="min-w-0 truncate max-sm:hidden">{parts.join('  ·  ')}</span>
      <PartnerNote atStart={connection.partner} canRepair={canRepair} />
      {children}
    </aside>
  )
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
