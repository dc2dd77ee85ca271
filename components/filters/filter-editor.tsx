'use client'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { FindPanel } from '#components/look-ups/find-record.tsx'
import {
  recordQuery,
  useNamesOf,
  valueOfRecord,
  type NamedRecord,
} from '#components/look-ups/record-names.ts'
import { Field } from '#components/ui/field.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { SearchList } from '#components/ui/search-list.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { labelInSentence } from '#lib/contract/field-labels.ts'
import { folded } from '#lib/core/folded.ts'
import { countOf } from '#lib/core/count-of.ts'
import {
  choiceWords,
  nameOfValue,
  ownValues,
  parseFilterValue,
  typedValues,
  writeList,
} from '#lib/lists/filter-value.ts'
import {
  rankedSuffix,
  type FilterChoices,
  type FilterLookUp,
  type FilterSpec,
  type FilterValue,
  type ListSpec,
} from '#lib/lists/list-spec.ts'
import { listProblem } from '#lib/lists/long-lists.ts'
import {
  entryLabel,
  entryOf,
  rangeOf,
  replaceFilter,
  setFilter,
  setRange,
  type FilterMode,
  type FilterTarget,
  type ListView,
  type ViewChange,
} from '#lib/lists/view.ts'
import { FilterFinder } from './filter-finder.tsx'
import { FilterFrame, valueControl } from './filter-frame.tsx'
import { LineText } from './line-text.tsx'
import { RangeForm } from './range-form.tsx'

type FilterEditorProps = {
  anchor: HTMLElement
  spec: ListSpec
  view: ListView
  choices: FilterChoices
  /** Filters that the page sets itself and that cannot be chosen. */
  hidden: readonly string[]
  /** The chip to edit; none to add a filter. */
  target: FilterTarget | undefined
  onView: (change: ViewChange) => void
  onClose: () => void
}

/**
 * The popover in which a filter is found, given its value, changed or removed. Loaded on first use.
 */
export function FilterEditor({
  anchor,
  spec,
  view,
  choices,
  hidden,
  target,
  onView,
  onClose,
}: FilterEditorProps) {
  const [chosen, setChosen] = useState(target)
  const content = useRef<HTMLDivElement>(null)
  const apply = (change: ViewChange) => {
    onView(change)
    onClose()
  }
  const filter = chosen && spec.filters[chosen.name]!
  const value = chosen && view[chosen.mode][chosen.name]
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      label={chosen ? `Filter by ${entryLabel(spec, chosen.name)}` : 'Add filter'}
      initialFocus={() => valueControl(content.current)}
      className={filter?.lookUp || filter?.range ? 'w-96 p-3' : 'w-80 p-3'}
    >
      <div ref={content}>
        {!chosen || !filter ? (
          <FilterFinder
            spec={spec}
            choices={choices}
            hidden={hidden}
            onChoose={(name) => setChosen({ name, mode: 'filters' })}
            onView={apply}
          />
        ) : filter.range ? (
          <RangeForm
            spec={filter}
            label={entryLabel(spec, chosen.name)}
            target={chosen}
            range={rangeOf(filter, chosen.name, view[chosen.mode])}
            onApply={(mode, range) =>
              apply((now) =>
                setRange(
                  mode === chosen.mode ? now : setRange(now, filter, chosen, {}),
                  filter,
                  { name: chosen.name, mode },
                  range,
                ),
              )
            }
          />
        ) : (
          <FilterForm
            key={chosen.name}
            spec={filter}
            target={chosen}
            // Parameters that are one filter: another one is a press away.
            by={
              <ByControl
                spec={spec}
                hidden={hidden}
                name={chosen.name}
                onName={(name) => setChosen({ ...chosen, name })}
              />
            }
            value={value}
            choices={choices[chosen.name] ?? []}
            onApply={(mode, next) =>
              apply((now) => replaceFilter(now, target ?? chosen, { ...chosen, mode }, next))
            }
            onRemove={
              value === undefined
                ? undefined
                : () => apply((now) => setFilter(now, chosen, undefined))
            }
          />
        )}
      </div>
    </Popover>
  )
}

type ByControlProps = {
  spec: ListSpec
  hidden: readonly string[]
  name: string
  onName: (name: string) => void
}

/** By which of its parameters a filter is meant: the payer's ID or its name on the claim. */
function ByControl({ spec, hidden, name, onName }: ByControlProps) {
  const names = entryOf(spec, name).filter((each) => !hidden.includes(each))
  if (names.length < 2) return null
  return (
    <Field label="Match by" name="by">
      {(props) => (
        <Select {...props} value={name} onChange={(event) => onName(event.target.value)}>
          {names.map((each) => (
            <option key={each} value={each}>
              {spec.filters[each]!.entry?.by}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type FilterFormProps = {
  spec: FilterSpec
  target: FilterTarget
  /** Chooses another parameter of the same filter. */
  by: ReactNode
  value: FilterValue | undefined
  choices: readonly string[]
  onApply: (mode: FilterMode, value: FilterValue) => void
  /** Takes the filter off; absent while it is being added. */
  onRemove?: (() => void) | undefined
}

/** The form of one filter: how it is used, its value, and a way off. */
function FilterForm({ spec, target, by, value, choices, onApply, onRemove }: FilterFormProps) {
  const [mode, setMode] = useState<FilterMode>(target.mode)
  const [error, setError] = useState<string>()
  // A ranked sort is a parameter of its own, and may be set beside the filter of the same name.
  const name = mode === 'first' ? target.name + rankedSuffix : target.name
  const apply = (texts: string[]) => {
    const next = parseFilterValue(spec, texts)
    if (next === undefined)
      setError(
        ownValues(spec) === undefined
          ? 'Enter a value, or remove the filter.'
          : 'Choose one of the values.',
      )
    else if (listProblem(spec, name, next) !== undefined) setError(listProblem(spec, name, next))
    else onApply(mode, next)
  }
  const submit = (event: FormEvent<HTMLFormElement>) =>
    apply(typedValues(name, spec, String(new FormData(event.currentTarget).get(name) ?? '')))
  return (
    <FilterFrame
      label={spec.label}
      mode={mode}
      onMode={spec.first && setMode}
      onSubmit={submit}
      onRemove={onRemove}
    >
      {by}
      <FilterControl
        spec={spec}
        name={name}
        value={value}
        choices={choices}
        onPick={(choice) => apply([choice])}
        error={error}
      />
    </FilterFrame>
  )
}

type FilterControlProps = {
  spec: FilterSpec
  /** The wire parameter. */
  name: string
  value: FilterValue | undefined
  choices: readonly string[]
  /** A pick in a filter of one value applies it. */
  onPick: (value: string) => void
  error: string | undefined
}

/** The control of one filter, by its declared kind. The form around it reads its value as text. */
function FilterControl({ spec, name, value, choices, onPick, error }: FilterControlProps) {
  const initial = value === undefined ? '' : Array.isArray(value) ? writeList(value) : String(value)
  const control = { spec, name, initial, choices, error }
  if (spec.kind === 'multi') return <SeveralControl {...control} />
  if (spec.kind === 'enum') return <ChoiceControl {...control} onPick={onPick} />
  return (
    <>
      {spec.lookUp && (
        <RecordPicker
          lookUp={spec.lookUp}
          chosen={initial === '' ? [] : [initial]}
          onToggle={onPick}
        />
      )}
      <Field label={spec.label} name={name} hint={spec.hint} error={error}>
        {(props) => {
          if (spec.kind === 'text') return <TextInput {...props} defaultValue={initial} />
          return (
            <Select {...props} defaultValue={initial === '' ? 'true' : initial}>
              <option value="true">Yes</option>
              <option value="false">No</option>
            </Select>
          )
        }}
      </Field>
    </>
  )
}

type KindProps = Pick<FilterControlProps, 'spec' | 'name' | 'choices' | 'error'> & {
  initial: string
}

/**
 * One of the known values. The partner's enumerations grow: any other value can be typed as it is
 * on the wire.
 */
function ChoiceControl({
  spec,
  name,
  initial,
  choices,
  error,
  onPick,
}: KindProps & Pick<FilterControlProps, 'onPick'>) {
  const [typed, setTyped] = useState(initial)
  const lines = useMemo(() => {
    const wanted = folded(typed)
    const matches = choices.filter((choice) =>
      folded(`${choice} ${choiceWords(spec, choice)}`).includes(wanted),
    )
    return choices.includes(typed) || matches.length === 0 ? choices : matches
  }, [spec, choices, typed])
  return (
    <SearchList
      label={spec.label}
      listLabel="Known values"
      look="field"
      name={name}
      hint={spec.hint ?? (spec.local ? undefined : 'Choose a value, or type another one.')}
      error={error}
      lines={lines}
      typed={typed}
      onTyped={setTyped}
      keyOf={(choice) => choice}
      isChosen={(choice) => choice === initial}
      onPick={onPick}
    >
      {/* A filter of the console itself has no word of the partner's. */}
      {(choice) => <LineText text={choiceWords(spec, choice)} note={spec.local ? '' : choice} />}
    </SearchList>
  )
}

/**
 * Several values: found by name or picked where they are known, and always to be typed or pasted.
 */
function SeveralControl({ spec, name, initial, choices, error }: KindProps) {
  const [text, setText] = useState(initial)
  const values = typedValues(name, spec, text)
  const toggle = (value: string) =>
    setText(
      writeList(
        values.includes(value) ? values.filter((each) => each !== value) : [...values, value],
      ),
    )
  const words = `${countOf(values.length, { one: 'value', many: 'values' })}. Separate by commas, lines or tabs; Ctrl+Enter applies.`
  return (
    <>
      {spec.lookUp && (
        <RecordPicker lookUp={spec.lookUp} chosen={values} isMultiple onToggle={toggle} />
      )}
      {choices.length > 0 && (
        <ValuePicker spec={spec} choices={choices} chosen={values} onToggle={toggle} />
      )}
      <Field
        label={spec.label}
        name={name}
        hint={spec.hint ? `${words} ${spec.hint}` : words}
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  )
}

type ValuePickerProps = {
  spec: FilterSpec
  choices: readonly string[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

/** Picks several of the known values. */
function ValuePicker({ spec, choices, chosen, onToggle }: ValuePickerProps) {
  const [typed, setTyped] = useState('')
  const lines = useMemo(() => {
    const wanted = folded(typed)
    return choices.filter((choice) =>
      folded(`${nameOfValue(spec, choice)} ${choice}`).includes(wanted),
    )
  }, [spec, choices, typed])
  return (
    <SearchList
      label={`Find ${labelInSentence(spec.label)}`}
      listLabel="Known values"
      look="field"
      lines={lines}
      typed={typed}
      onTyped={setTyped}
      keyOf={(choice) => choice}
      isChosen={(choice) => chosen.includes(choice)}
      isMultiple
      onPick={onToggle}
      status={lines.length === 0 && 'No matching value.'}
    >
      {(choice) => <LineText text={nameOfValue(spec, choice)} note={spec.local ? '' : choice} />}
    </SearchList>
  )
}

type RecordPickerProps = {
  lookUp: FilterLookUp
  chosen: readonly string[]
  /** Else a choice replaces the one before. */
  isMultiple?: boolean
  onToggle: (value: string) => void
}

// The rest is counted: a pasted list of a thousand ids is not looked up one by one.
const namedAtMost = 5

/**
 * Finds a filter's values by the names of their records. The chosen values are listed below, each
 * with a remove button.
 */
function RecordPicker({ lookUp, chosen, isMultiple = false, onToggle }: RecordPickerProps) {
  const client = useQueryClient()
  const names = useNamesOf(lookUp, chosen.slice(0, namedAtMost))
  const choose = (record: NamedRecord) => {
    const value = valueOfRecord(lookUp, record)
    if (value === undefined) return
    client.setQueryData(recordQuery(lookUp, value).queryKey, {
      is_available: true,
      items: [record],
    })
    onToggle(value)
  }
  const more = chosen.length - namedAtMost
  return (
    <div className="flex flex-col gap-1">
      <FindPanel
        kind={lookUp.kind}
        among={lookUp.kind === 'provider' ? lookUp.among : undefined}
        byHand="Type or paste it in the field below."
        isSmall
        isMultiple={isMultiple}
        isChosen={(record) => chosen.includes(valueOfRecord(lookUp, record) ?? '')}
        onChoose={choose}
      />
      {chosen.length > 0 && (
        <ul aria-label="Chosen" className="flex flex-wrap gap-1.5">
          {chosen.slice(0, namedAtMost).map((value, index) => {
            const name = names?.[index] ?? value
            return (
              <li
                key={value}
                className="inline-flex h-6 max-w-full items-center rounded-control border border-line-strong text-xs"
              >
                <span className="truncate px-2">{name}</span>
                {isMultiple && (
                  <button
                    type="button"
                    aria-label={`Remove ${name}`}
                    onClick={() => onToggle(value)}
                    className="flex h-full w-6 shrink-0 items-center justify-center rounded-r-control border-l border-line text-ink-3 hover:bg-hover hover:text-ink"
                  >
                    <X aria-hidden="true" className="size-3" />
                  </button>
                )}
              </li>
            )
          })}
          {more > 0 && (
            <li className="flex h-6 items-center text-xs text-ink-2">
              and {more.toLocaleString('en-US')} more
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
