'use client'
import { useCallback, useDeferredValue, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { longestInBox, Textarea } from '#components/ui/textarea.tsx'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import { pastedValues } from '#lib/lists/filter-value.ts'
import { isAssigned } from '#lib/rules/facilities/assignments.ts'
import { sortPasted, type PastedProviders } from '#lib/rules/facilities/sort-pasted.ts'
import { looksLikeId } from '#lib/rules/roster/listed-value.ts'
import { LongListCard } from '#components/contracts/roster/paste-list.tsx'
import type { FacilityRow } from './facility-rows.ts'
import type { People } from './roster-people.ts'
import type { Assignments } from './use-assignments.ts'
import { useInSlices, type SlicedWork } from './use-in-slices.ts'

type PasteProvidersProps = {
  facility: FacilityRow
  people: People
  /** The whole roster was read. */
  isComplete: boolean
  assignments: Assignments
}

/**
 * A pasted list sorted for the facility; `unsure` are unknown ids that only the partner can check.
 */
type Sorted = PastedProviders & {
  unsure: readonly string[]
  toAdd: readonly string[]
  toRemove: readonly string[]
}
const nothing: Sorted = {
  read: 0,
  known: [],
  several: [],
  strangers: [],
  unreadable: new Map(),
  unsure: [],
  toAdd: [],
  toRemove: [],
}

/** Adds or removes providers by pasted ids or NPIs, after a preview. */
export function PasteProviders({ facility, people, isComplete, assignments }: PasteProvidersProps) {
  const [pasted, setPasted] = useState('')
  // A list that is too long for a text box is shown as a card.
  const [isHeld, setHeld] = useState(false)
  const [done, setDone] = useState('')
  const text = useDeferredValue(pasted)
  const change = assignments.changeOf(facility)
  const sort: SlicedWork<Sorted> = useCallback(
    async (slicer) => {
      const sorted = await sortPasted(pastedValues(text), people.index, slicer)
      // While the roster is incomplete, only the partner knows who is on it.
      const unsure = isComplete ? [] : sorted.strangers.filter(looksLikeId)
      const [toAdd, toRemove] = [[] as string[], [] as string[]]
      for (const ids of [sorted.known, unsure]) {
        for (const id of ids) {
          const turn = slicer()
          if (turn) await turn
          ;(isAssigned(facility.assigned, change, id) ? toRemove : toAdd).push(id)
        }
      }
      return { ...sorted, unsure, toAdd, toRemove }
    },
    [text, people, isComplete, facility, change],
  )
  const { answer = nothing, isBusy } = useInSlices(sort)
  const isReading = isBusy || text !== pasted
  const sorted = pasted === '' || (isHeld && isReading) ? nothing : answer
  const { unsure, toAdd, toRemove } = sorted
  const named = toAdd.length + toRemove.length
  const put = (next: string, isLong: boolean) => {
    setPasted(next)
    setHeld(isLong)
    setDone('')
  }
  const apply = (ids: readonly string[], wanted: boolean) => {
    assignments.assign(facility, ids, wanted)
    put('', false)
    setDone(`${countOf(ids.length, providerNoun)} ${wanted ? 'added' : 'removed'}; not saved yet.`)
  }
  return (
    <section
      aria-label="Paste providers"
      className="mt-3 flex flex-col gap-2 border-t border-line pt-3"
    >
      {isHeld ? (
        <LongListCard
          list={{
            name: 'Pasted list',
            source: pasted,
            summary: isReading ? undefined : { read: sorted.read, columns: [], column: undefined },
          }}
          onColumn={() => undefined}
          onDrop={() => put('', false)}
        />
      ) : (
        <Field
          label="Ids or NPIs, pasted"
          name="provider_ids"
          hint="Separate by commas, lines or tabs."
        >
          {(control) => (
            <Textarea
              {...control}
              value={pasted}
              onChange={(event) => put(event.target.value, false)}
              onPaste={(event) => {
                const more = event.clipboardData.getData('text/plain')
                if (pasted.length + more.length <= longestInBox) return
                event.preventDefault()
                const { selectionStart, selectionEnd } = event.currentTarget
                put(pasted.slice(0, selectionStart) + more + pasted.slice(selectionEnd), true)
              }}
              autoComplete="off"
              spellCheck={false}
              rows={2}
              className="max-h-24 min-h-12! font-mono text-xs"
            />
          )}
        </Field>
      )}
      {named > 0 && (
        <div className="flex gap-2">
          {toAdd.length > 0 && (
            <Button
              size="small"
              busy={isReading}
              onClick={() => apply(toAdd, true)}
            >{`Add ${toAdd.length.toLocaleString('en-US')}`}</Button>
          )}
          {toRemove.length > 0 && (
            <Button
              size="small"
              busy={isReading}
              onClick={() => apply(toRemove, false)}
            >{`Remove ${toRemove.length.toLocaleString('en-US')}`}</Button>
          )}
        </div>
      )}
      <div role="status" className="flex flex-col gap-1 text-sm">
        {done && <p>{done}</p>}
        {named > 0 && (
          <p>
            {[
              toAdd.length > 0 && `${countOf(toAdd.length, providerNoun)} not here yet`,
              toRemove.length > 0 && `${countOf(toRemove.length, providerNoun)} here already`,
            ]
              .filter(Boolean)
              .join(', ')}
            .
          </p>
        )}
        {unsure.length > 0 && (
          <p className="text-amber">{`The roster is only partly loaded. The partner checks whether ${countOf(unsure.length, providerNoun)} are on it.`}</p>
        )}
        <Trouble
          values={
            isComplete ? sorted.strangers : sorted.strangers.filter((value) => !looksLikeId(value))
          }
          words="not on the contract’s roster. Add them on the Providers page first."
        />
        <Trouble
          values={sorted.several}
          words="the NPI of several providers. Choose them by name."
        />
        {[...sorted.unreadable].map(([why, values]) => (
          <Trouble key={why} values={values} words={`no use. ${why}`} />
        ))}
      </div>
    </section>
  )
}

// The most unusable values that are shown; the others are counted.
const shown = 5

function Trouble({ values, words }: { values: readonly string[]; words: string }) {
  if (values.length === 0) return null
  const more = values.length - shown
  return (
    <p className="break-words text-red">
      {`${countOf(values.length, { one: 'is', many: 'are' })} ${words} `}
      <span className="font-mono text-xs">
        {values
          .slice(0, shown)
          .map((value) => value.slice(0, 60))
          .join(', ')}
      </span>
      {more > 0 && ` and ${more.toLocaleString('en-US')} more`}
    </p>
  )
}
