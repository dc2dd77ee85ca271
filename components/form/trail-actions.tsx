'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { visitItem } from '#components/frame/list-place.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { leavePage } from '#components/frame/unsaved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { Trail } from './record-trail.ts'

/**
 * The item's place in its list, with links and keys to the items beside it. The list comes back
 * with the item as its current row.
 */
export function TrailActions({ trail }: { trail: Trail | undefined }) {
  const { base, id } = trail ?? {}
  const [isAsking, setAsking] = useState(false)
  const { goNext, goPrevious } = useTrailSteps(trail)
  const next = { label: 'Next item of the list', run: () => void goNext() }
  const previous = { label: 'Previous item of the list', run: goPrevious }
  useKeys([
    { ...next, keys: 'n' },
    { ...previous, keys: 'p' },
    { ...next, keys: 'Alt+n', label: `${next.label}, also while you type` },
    { ...previous, keys: 'Alt+p', label: `${previous.label}, also while you type` },
  ])
  useEffect(() => {
    if (base !== undefined && id !== undefined) visitItem(base, id)
  }, [base, id])
  if (!trail) return null
  const ask = async () => {
    setAsking(true)
    await goNext()
    setAsking(false)
  }
  return (
    <>
      <span className="text-sm text-ink-3 tabular-nums">
        {trail.ask
          ? [`Item ${trail.index + 1}`, trail.left].filter(Boolean).join(' · ')
          : `${trail.index + 1} of ${trail.count} shown`}
      </span>
      {trail.previous !== undefined && (
        <LinkButton href={trail.previous}>
          Previous <Kbd keys="p" />
        </LinkButton>
      )}
      {trail.next !== undefined ? (
        <LinkButton href={trail.next}>
          Next <Kbd keys="n" />
        </LinkButton>
      ) : (
        trail.ask && (
          <Button busy={isAsking} onClick={() => void ask()}>
            Next <Kbd keys="n" />
          </Button>
        )
      )}
    </>
  )
}

/**
 * The ways on in the list that the person came from. `findNext` answers the path of the next item's
 * page, or undefined when there is none, null where it failed and the person was told. `goNext` and
 * `goPrevious` go there, after a question if the page has unsaved changes, or say that the list
 * ends here.
 */
export function useTrailSteps(trail: Trail | undefined) {
  const router = useRouter()
  const go = (href: string | undefined | null, words: string) => {
    if (href === undefined) showToast({ message: words })
    else if (href !== null) leavePage(() => router.push(href))
  }
  const findNext = async () => trail?.next ?? (await trail?.ask?.())
  return {
    findNext,
    goNext: async () =>
      go(await findNext(), trail?.ended?.() ?? 'There is no next item in the list.'),
    goPrevious: () => go(trail?.previous, 'There is no previous item in the list.'),
  }
}
