import { classNames } from '#components/ui/class-names.ts'
import { FreshnessNote } from './freshness-note.tsx'

export type StripConnection = {
  name: string
  environment: 'sandbox' | 'staging' | 'production'
  /** Which billing NPIs the key reaches, in words. */
  scopeLabel: string
  isEmbedded: boolean
}

const environments = {
  sandbox: { word: 'Sandbox', style: 'border-amber/25 bg-amber-tint text-amber' },
  staging: { word: 'Staging', style: 'border-blue/25 bg-blue-tint text-blue' },
  production: { word: 'Production', style: 'border-red/25 bg-red-tint text-red' },
}

/** Says on every page which partner one works on, and how far the key reaches. */
export function EnvironmentStrip({ connection }: { connection: StripConnection }) {
  const { word, style } = environments[connection.environment]
  const parts = [
    connection.isEmbedded ? 'Embedded partner' : connection.name,
    `key scope: ${lowerFirst(connection.scopeLabel)}`,
    ...(connection.isEmbedded ? ['invented data'] : []),
  ]
  return (
    <aside
      aria-label="Connection"
      className={classNames(
        'print:hidden sticky top-0 z-30 flex h-(--strip-h) items-center gap-2.5 border-b px-4 text-2xs font-medium',
        style,
      )}
    >
      <strong className="font-bold tracking-wide uppercase">{word}</strong>
      <span className="min-w-0 truncate">{parts.join('  ·  ')}</span>
      <FreshnessNote />
    </aside>
  )
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
