'use client'
import { useId, useRef, useState, type RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { parseExact, type Json } from '#lib/core/json.ts'
import { countOf, fieldNoun } from '#lib/core/count-of.ts'
import type { Choice, Conflict } from '#lib/rules/merge/merge-three.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import {
  authorWords,
  othersChangeLines,
  type OthersChanges,
} from '#components/form/others-changes.ts'
import { valueLines } from '#components/form/reading/value-words.ts'

type Take = Choice['take']

/**
 * The conflicts that a person must resolve: Conflict[] as JSON text, and the record that they were
 * found in.
 */
export type FoundConflict = OthersChanges & { conflicts_text: string; seen: string }

/** A wire value at a path in as many lines as it takes. */
export type LinesOf = (path: string, value: Json | undefined) => string[]

/** The name of a conflict's place. */
export type LabelOf = (conflict: Conflict) => string

const byPath: LabelOf = ({ path }) => pathLabel(path)

type ConflictDialogProps = {
  conflict: FoundConflict
  /** The noun of the record: "capture". */
  noun: string
  /** Formats a value, for records with their own kinds of values. */
  linesOf?: LinesOf | undefined
  /** Names a place, for rows with their own names. */
  labelOf?: LabelOf | undefined
  /** The person's choices, or undefined to go back to the form. */
  onChosen: (choices: Choice[] | undefined) => void
}

/**
 * The same fields were changed here and elsewhere, by another person or in another tab: what each
 * was, theirs and yours, and whose is kept. Nothing is chosen beforehand.
 */
export function ConflictDialog({
  conflict,
  noun,
  linesOf = valueLines,
  labelOf = byPath,
  onChosen,
}: ConflictDialogProps) {
  const conflicts = parseExact(conflict.conflicts_text) as unknown as Conflict[] // our own action wrote it
  const [taken, setTaken] = useState<ReadonlyMap<string, Take>>(new Map())
  const [isAsked, setAsked] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const open = conflicts.filter(({ path }) => !taken.has(path))
  const takeAll = (take: Take) => setTaken(new Map(conflicts.map(({ path }) => [path, take])))
  const save = () => {
    if (open.length === 0)
      return onChosen(conflicts.map(({ path }) => ({ path, take: taken.get(path)! }))) // none is open
    setAsked(true)
    fields.current
      ?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(`take ${open[0]!.path}`)}"]`)
      ?.focus()
  }
  const others = othersChangeLines(conflict)
  const count = countOf(conflicts.length, fieldNoun)
  const actions = (
    <>
      <output className="mr-auto self-center text-sm text-ink-2">
        {open.length === 0
          ? 'All chosen'
          : `${conflicts.length - open.length} of ${conflicts.length} chosen`}
      </output>
      <Button onClick={() => onChosen(undefined)}>Back to the form</Button>
      <Button tone="primary" onClick={save}>
        Save
      </Button>
    </>
  )
  return (
    <Dialog
      open
      width="wide"
      initialFocus={first}
      title={`${count} changed by you and someone else`}
      description={`Since you opened this ${noun} it was changed ${authorWords(conflict)}. Nothing is saved yet. Choose a value for each field.`}
      onOpenChange={(next) => {
        if (!next) onChosen(undefined)
      }}
      actions={actions}
    >
      <div ref={fields} className="flex flex-col gap-4">
        {conflicts.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => takeAll('theirs')}>
              All theirs
            </Button>
            <Button size="small" onClick={() => takeAll('mine')}>
              All mine
            </Button>
          </div>
        )}
        {conflicts.map((each, index) => (
          <ConflictField
            key={each.path}
            conflict={each}
            label={labelOf(each)}
            linesOf={linesOf}
            taken={taken.get(each.path)}
            isMissing={isAsked && !taken.has(each.path)}
            onTake={(take) => setTaken(new Map(taken).set(each.path, take))}
            first={index === 0 ? first : undefined}
          />
        ))}
        {others.length > 0 && (
          <ul className="border-t border-line pt-3 text-sm text-ink-2">
            {others.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

type ConflictFieldProps = {
  conflict: Conflict
  label: string
  linesOf: LinesOf
  taken: Take | undefined
  isMissing: boolean
  onTake: (take: Take) => void
  first: RefObject<HTMLInputElement | null> | undefined
}

function ConflictField({
  conflict,
  label,
  linesOf,
  taken,
  isMissing,
  onTake,
  first,
}: ConflictFieldProps) {
  const { path, words } = conflict
  const was = useId()
  return (
    <fieldset aria-describedby={was} className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <p id={was} className="mt-0.5 text-xs break-words text-ink-2">
        {words === undefined && isMissingValue(conflict.base)
          ? 'It was empty when you opened it.'
          : `When you opened it: ${(words ? [words.base || 'none'] : linesOf(path, conflict.base)).join('; ')}`}
        {isMissing && <span className="block font-medium text-red">Choose one of the two.</span>}
      </p>
      <div className="mt-1.5 grid grid-cols-1 gap-2 min-[560px]:grid-cols-2">
        {(['theirs', 'mine'] as const).map((take) => (
          <label
            key={take}
            className={classNames(
              'flex min-w-0 cursor-pointer gap-2 rounded-control border px-3 py-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
              taken === take
                ? 'border-accent bg-accent-tint'
                : 'border-line hover:border-line-strong',
            )}
          >
            <input
              ref={take === 'theirs' ? first : undefined}
              type="radio"
              name={`take ${path}`}
              value={take}
              checked={taken === take}
              onChange={() => onTake(take)}
              className="mt-1 size-3.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-2">
                {take === 'theirs' ? 'Theirs' : 'Yours'}
              </span>
              <SideValue
                lines={linesOf(path, conflict[take])}
                path={path}
                value={conflict[take]}
                words={words?.[take]}
              />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function SideValue({
  lines,
  path,
  value,
  words,
}: {
  lines: string[]
  path: string
  value: Json | undefined
  words: string | undefined
}) {
  if (value === undefined)
    return <span className="text-ink-2">{/\.\d+$/.test(path) ? 'removed' : 'nothing'}</span>
  return (
    <>
      {(words === undefined ? lines : [words || 'none']).map((line) => (
        <span key={line} className="block break-words">
          {line}
        </span>
      ))}
    </>
  )
}

function isMissingValue(value: Json | undefined): boolean {
  return value === undefined || value === null || value === ''
}
