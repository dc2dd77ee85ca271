'use client'
import { useEffect } from 'react'
import { visitItem } from '#components/frame/list-place.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { Trail } from './record-trail.ts'

/** The item's place in its list, with links to the items beside it. The list comes back with the item as its current row. */
export function TrailActions({ trail }: { trail: Trail | undefined }) {
  const { base, id } = trail ?? {}
  useEffect(() => {
    if (base !== undefined && id !== undefined) visitItem(base, id)
  }, [base, id])
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
