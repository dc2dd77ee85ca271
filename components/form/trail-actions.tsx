'use client'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { Trail } from './record-trail.ts'

/** Where the item stands in its list, with links to the items beside it. */
export function TrailActions({ trail }: { trail: Trail | undefined }) {
  if (!trail) return null
  return (
    <>
      <span className="text-sm text-ink-3 tabular-nums">
        {trail.index + 1} of {trail.count} shown
      </span>
      {trail.previous !== undefined && (
        <LinkButton href={trail.previous}>
          Previous <Kbd keys="p" />
        </LinkButton>
      )}
      {trail.next !== undefined && (
        <LinkButton href={trail.next}>
          Next <Kbd keys="n" />
        </LinkButton>
      )}
    </>
  )
}
