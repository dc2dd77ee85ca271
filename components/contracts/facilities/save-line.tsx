import { CircleAlert, CircleCheck } from 'lucide-react'
import { RequestNote } from '#components/ui/request-note.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { refusalTitle } from '#components/form/writing/write-state.ts'
import { failureWords, type Failure } from '#lib/core/result.ts'
import { type AssignmentChange, isAssigned } from '#lib/rules/facilities/assignments.ts'
import { namesOf } from './roster-people.ts'
import type { SaveFacilityReply } from '#lib/actions/contracts/save-facility.ts'
import { countOf, providerNoun } from '#lib/core/count-of.ts'

/** The outcome of one facility's change. */
export type SaveState =
  | { kind: 'saving' | 'checking' }
  | { kind: 'saved'; words: string }
  | { kind: 'failed'; failure: Failure }

type SaveLineProps = {
  name: string
  change: AssignmentChange
  state: SaveState | undefined
  nameOfPerson: (id: string) => string
}

/** One facility with its added and removed providers and the state of its save. */
export function SaveLine({ name, change, state, nameOfPerson }: SaveLineProps) {
  return (
    <li className="px-4 py-2.5 text-sm not-first:border-t not-first:border-line">
      <h3 className="font-medium">{name}</h3>
      {change.add.size > 0 && (
        <p>
          <span className="text-green">{change.add.size.toLocaleString('en-US')} added:</span>{' '}
          {namesOf(change.add, nameOfPerson)}
        </p>
      )}
      {change.remove.size > 0 && (
        <p>
          <span className="text-red">{change.remove.size.toLocaleString('en-US')} removed:</span>{' '}
          {namesOf(change.remove, nameOfPerson)}
        </p>
      )}
      <div role="status" className="mt-1 flex items-start gap-2 empty:hidden">
        {state && <Standing state={state} />}
      </div>
    </li>
  )
}

function Standing({ state }: { state: SaveState }) {
  switch (state.kind) {
    case 'saving':
    case 'checking':
      return (
        <>
          <Spinner />{' '}
          {state.kind === 'saving'
            ? 'Saving…'
            : 'No answer from the partner. Checking whether it was saved…'}
        </>
      )
    case 'saved':
      return (
        <>
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-green" />{' '}
          {state.words}
        </>
      )
    case 'failed':
      return (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-red" />
          <span className="min-w-0 break-words text-red">
            {refusalTitle(state.failure)}. {failureWords(state.failure)}{' '}
            <RequestNote id={state.failure.requestId} />
          </span>
        </>
      )
  }
}

/**
 * The message for a saved facility: the number of its providers, and changes by others meanwhile.
 * `shown` is the list before the change.
 */
export function savedWords(
  shown: ReadonlySet<string>,
  change: AssignmentChange,
  { facility, is_verified }: Extract<SaveFacilityReply, { kind: 'saved' }>,
): string {
  // Count without copying the lists: they may have 100,000 ids.
  const [now, expected] = [
    new Set(facility.provider_ids),
    shown.size + change.add.size - change.remove.size,
  ]
  let unchanged = 0
  for (const id of now) if (isAssigned(shown, change, id)) unchanged += 1
  const others = (
    [
      [now.size - unchanged, 'added'],
      [expected - unchanged, 'removed'],
    ] as const
  ).filter(([count]) => count > 0)
  const many = countOf(now.size, providerNoun)
  if (!is_verified) return `Saved, but the partner has a different list: ${many} now. Check it.`
  if (others.length === 0) return `Saved: ${many} now.`
  return `Saved: ${many} now. Also kept: ${others.map(([count, words]) => `${count.toLocaleString('en-US')} ${words}`).join(' and ')} by someone else.`
}
