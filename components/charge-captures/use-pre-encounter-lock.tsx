'use client'
import { useMemo, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { PreEncounterOrigin } from '#lib/actions/charge-captures/pre-encounter-origin.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'

const paths: ReadonlySet<string> = new Set(
  preEncounterFilledMembers.map((member) => `data.${member}`),
)

/** The members whose fields a person cannot edit, and the reason that the fields show. */
export type Locks = { paths: ReadonlySet<string>; why: string }

/**
 * Locks the members that pre-encounter records fill, and returns the reason and the note above the
 * form. If we only inferred that the capture follows such records, the person may edit them anyway.
 * `restored` are the paths of a draft's edits; they stay editable.
 */
export function usePreEncounterLock(
  origin: PreEncounterOrigin | null | undefined,
  canSave: boolean,
  restored: readonly string[] = [],
): { locks: Locks | undefined; note: ReactNode } {
  const [isOverruled, setOverruled] = useState(
    () => origin?.source === 'seen' && restored.some(isFilled),
  )
  const isLocked = Boolean(origin) && !isOverruled
  const locks = useMemo(
    () => (isLocked ? { paths, why: 'From the pre-encounter records' } : undefined),
    [isLocked],
  )
  if (!origin) return { locks, note: undefined }
  const isConcluded = origin.source === 'seen'
  const note = (
    <section
      aria-label="Pre-encounter records"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-line bg-blue-tint px-3.5 py-2 text-sm text-ink"
    >
      <p className="min-w-0 grow basis-72">
        {isConcluded
          ? 'The partner overwrote an earlier save, so this capture seems to follow pre-encounter records. '
          : 'This capture follows pre-encounter records. '}
        {isLocked
          ? 'Patient, primary and secondary subscriber, referring provider, referral number, responsible party and guarantor come from there. The partner overwrites them, so you can’t edit them here.'
          : 'The partner may overwrite your changes to fields that come from there.'}
      </p>
      {isConcluded && isLocked && canSave && (
        <Button size="small" onClick={() => setOverruled(true)}>
          Edit anyway
        </Button>
      )}
    </section>
  )
  return { locks, note }
}

function isFilled(path: string): boolean {
  return [...paths].some((member) => path === member || path.startsWith(`${member}.`))
}
