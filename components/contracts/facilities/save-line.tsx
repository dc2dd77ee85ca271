import { CircleAlert, CircleCheck } from 'lucide-react'
import { Spinner } from '#components/ui/spinner.tsx'
import type { Failure } from '#lib/core/result.ts'
import type { AssignmentChange } from '#lib/rules/facilities/assignments.ts'
import { namesOf } from './people.ts'

/** What came of one facility's change. */
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

/** One facility with whom it gets and loses, and how the saving stands. */
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
          {state.kind === 'saving' ? 'Saving…' : 'No answer from the partner. Checking whether it was saved…'}
        </>
      )
    case 'saved':
      return (
        <>
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-green" /> {state.words}
        </>
      )
    case 'failed':
      return (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-red" />
          <span className="min-w-0 break-words text-red">
            Not saved.{' '}
            {[...new Set([state.failure.message, ...state.failure.issues.map(({ message }) => message)])].join(' ')}
          </span>
        </>
      )
  }
}
