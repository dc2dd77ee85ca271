'use client'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { countOf, providerNoun } from '#lib/lists/count-of.ts'
import { parsePastedList } from '#lib/lists/pasted-list.ts'
import { indexRoster, sortPasted } from '#lib/rules/facilities/sort-pasted.ts'
import { looksLikeId } from '#lib/rules/roster/listed-value.ts'
import type { FacilityRow } from './facility-rows.ts'
import type { Person } from './people.ts'
import type { Assignments } from './use-assignments.ts'

type PasteProvidersProps = {
  facility: FacilityRow
  people: readonly Person[]
  /** The roster was read to its end: who is not on it is known. */
  isWhole: boolean
  assignments: Assignments
}

/** Adds or takes off providers by pasted ids or NPIs; says first what each of them is. */
export function PasteProviders({ facility, people, isWhole, assignments }: PasteProvidersProps) {
  const [pasted, setPasted] = useState('')
  const [done, setDone] = useState('')
  const text = useDeferredValue(pasted)
  const roster = useMemo(() => indexRoster(people.map(({ id, npi }) => (npi === undefined ? { id } : { id, npi }))), [people])
  const sorted = useMemo(() => sortPasted(parsePastedList(text), roster), [text, roster])
  // Of a roster that was not read to its end only the partner can say who is on it.
  const unsure = isWhole ? [] : sorted.strangers.filter(looksLikeId)
  const named = [...sorted.known, ...unsure]
  const [toAdd, toRemove] = [named.filter((id) => !assignments.has(facility, id)), named.filter((id) => assignments.has(facility, id))]
  const apply = (ids: string[], wanted: boolean) => {
    assignments.assign(facility, ids, wanted)
    setDone(`${countOf(ids.length, providerNoun)} ${wanted ? 'added' : 'taken off'}; not saved yet.`)
    setPasted('')
  }
  return (
    <section aria-label="Paste providers" className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
      <Field label="Ids or NPIs, pasted" name="provider_ids" hint="Separate by commas, lines or tabs.">
        {(control) => (
          <Textarea
            {...control}
            value={pasted}
            onChange={(event) => {
              setPasted(event.target.value)
              setDone('')
            }}
            autoComplete="off"
            spellCheck={false}
            rows={2}
            className="max-h-24 min-h-12! font-mono text-xs"
          />
        )}
      </Field>
      {named.length > 0 && (
        <div className="flex gap-2">
          {toAdd.length > 0 && <Button size="small" onClick={() => apply(toAdd, true)}>{`Add ${toAdd.length.toLocaleString('en-US')}`}</Button>}
          {toRemove.length > 0 && <Button size="small" onClick={() => apply(toRemove, false)}>{`Take off ${toRemove.length.toLocaleString('en-US')}`}</Button>}
        </div>
      )}
      <div role="status" className="flex flex-col gap-1 text-sm">
        {done && <p>{done}</p>}
        {named.length > 0 && <p>{[toAdd.length > 0 && `${countOf(toAdd.length, providerNoun)} not here yet`, toRemove.length > 0 && `${countOf(toRemove.length, providerNoun)} here already`].filter(Boolean).join(', ')}.</p>}
        {unsure.length > 0 && <p className="text-amber">{`The roster was not read to its end: of ${countOf(unsure.length, providerNoun)} the partner will say whether they are on it.`}</p>}
        <Trouble values={isWhole ? sorted.strangers : sorted.strangers.filter((value) => !looksLikeId(value))} words="not on the contract’s roster. Add them on the Providers page first." />
        <Trouble values={sorted.several} words="the NPI of several providers. Choose them by name." />
        {[...sorted.unreadable].map(([why, values]) => (
          <Trouble key={why} values={values} words={`no use. ${why}`} />
        ))}
      </div>
    </section>
  )
}

// So many are shown of what cannot be used; the rest are counted.
const shown = 5

function Trouble({ values, words }: { values: readonly string[]; words: string }) {
  if (values.length === 0) return null
  const more = values.length - shown
  return (
    <p className="break-words text-red">
      {`${values.length.toLocaleString('en-US')} ${values.length === 1 ? 'is' : 'are'} ${words} `}
      <span className="font-mono text-xs">{values.slice(0, shown).map((value) => value.slice(0, 60)).join(', ')}</span>
      {more > 0 && ` and ${more.toLocaleString('en-US')} more`}
    </p>
  )
}
