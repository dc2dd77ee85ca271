import { LinkButton } from '#components/ui/link-button.tsx'
import type { CreateKind } from './use-create-capture.ts'

const other: { [K in CreateKind]: { href: string; label: string } } = {
  plain: { href: '/charge-captures/new-from-pre-encounter', label: 'From pre-encounter records instead' },
  'pre-encounter': { href: '/charge-captures/new', label: 'Without pre-encounter records instead' },
}

/** The title of the page that creates a capture; `copiedFrom` is the charge external id of the capture that it copies. */
export function titleOf(kind: CreateKind, copiedFrom: string | undefined): string {
  if (kind === 'pre-encounter') return 'New charge capture from pre-encounter records'
  return copiedFrom === undefined ? 'New charge capture' : `New charge capture, copied from ${copiedFrom}`
}

/** The way to the other page that creates a capture. */
export function OtherWay({ kind }: { kind: CreateKind }) {
  return (
    <LinkButton tone="quiet" href={other[kind].href}>
      {other[kind].label}
    </LinkButton>
  )
}
