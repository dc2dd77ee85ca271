import { ExternalLink as OutIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { safeHttpsHost } from './safe-https-host.ts'

/**
 * A link to another site: https only, with a visible host, without a referrer, in a new tab. An
 * address that is not https is shown as text.
 */
export function ExternalLink({
  href,
  children,
}: {
  href: string | null | undefined
  children?: ReactNode
}) {
  if (!href) return null
  const host = safeHttpsHost(href)
  if (host === undefined)
    return <span title="Not a secure (https) address, so it can’t be opened">{href}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex max-w-full items-center gap-1 text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
      <span className={children ? 'truncate text-ink-3' : 'truncate'}>{host}</span>
      <OutIcon aria-hidden="true" className="size-3 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
