'use client'
import Link from 'next/link'
import { PageHeader } from '#components/frame/page-header.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { CreateKind } from './use-create-capture.ts'

const other: { [K in CreateKind]: { href: string; label: string } } = {
  plain: { href: '/charge-captures/new-from-pre-encounter', label: 'From pre-encounter records instead' },
  'pre-encounter': { href: '/charge-captures/new', label: 'Without pre-encounter records instead' },
}

/** The head of the page that creates a capture. */
export function CreateHead({ kind, copiedFrom }: { kind: CreateKind; copiedFrom: string | undefined }) {
  const title = kind === 'pre-encounter' ? 'New charge capture from pre-encounter records' : copiedFrom === undefined ? 'New charge capture' : `New charge capture, copied from ${copiedFrom}`
  const trail = (
    <>
      <Link href="/charge-captures" className="hover:underline">
        Charge captures
      </Link>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
    </>
  )
  return (
    <div className="-mx-5 border-b border-line bg-ground px-5 py-2.5 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-(--strip-h) [@media(min-height:30rem)]:z-20">
      <PageHeader trail={trail} title={title} actions={copiedFrom === undefined ? <LinkButton tone="quiet" href={other[kind].href}>{other[kind].label}</LinkButton> : undefined} />
    </div>
  )
}
