import { dayNote, pageToday } from '#components/frame/page-day.ts'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DateInput } from '#components/ui/date-input.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { formatLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { datesOfRange, keptRange, rangePresets, readDateRange } from '#lib/lists/date-range.ts'
import { describeRange } from '#lib/lists/filter-value.ts'
import { rankedSuffix, type DateRange, type FilterSpec } from '#lib/lists/list-spec.ts'
import type { FilterMode, FilterTarget } from '#lib/lists/view.ts'
import { FilterFrame } from './filter-frame.tsx'

type RangeFormProps = {
  /** The filter that begins the range. */
  spec: FilterSpec
  label: string
  target: FilterTarget
  range: DateRange
  /** A range without ends takes the filter off. */
  onApply: (mode: FilterMode, range: DateRange) => void
}

/**
 * The form of a range of dates: typed in words, chosen from the usual ones, or by its two dates. It
 * says back which dates the typed words mean.
 */
export function RangeForm({ spec, label, target, range, onApply }: RangeFormProps) {
  const [mode, setMode] = useState<FilterMode>(target.mode)
  const [typed, setTyped] = useState(textOf(range))
  const [error, setError] = useState<string>()
  const [today] = useState(pageToday)
  const [note] = useState(dayNote)
  const [ends, setEnds] = useState(() => datesOfRange(range, today))
  const hasEnd = spec.range?.to !== undefined
  const reading = readKept(typed, today, hasEnd)
  const suffix = mode === 'first' ? rankedSuffix : ''
  const type = (text: string) => {
    setTyped(text)
    setError(undefined)
    const read = readKept(text, today, hasEnd)
    if ('kept' in read) setEnds(read.dates)
  }
  const setEnd = (end: 'from' | 'to', date: string) => {
    // The words no longer say the range.
    setTyped('')
    setError(undefined)
    setEnds({ ...ends, [end]: date === '' ? undefined : date })
  }
  const submit = () => {
    if (typed.trim() !== '' && 'problem' in reading) setError(reading.problem)
    else if (!ends.from && !ends.to) setError('problem' in reading ? reading.problem : undefined)
    else if (ends.from && ends.to && ends.to < ends.from)
      setError('The range ends before it begins.')
    else onApply(mode, 'kept' in reading ? reading.kept : ends)
  }
  return (
    <FilterFrame
      label={label}
      mode={mode}
      onMode={spec.first && setMode}
      onSubmit={submit}
      onRemove={textOf(range) === '' ? undefined : () => onApply(target.mode, {})}
    >
      <Field
        label={label}
        name="range"
        error={error}
        hint={[spec.hint, note].filter(Boolean).join(' ')}
      >
        {(props) => (
          <TextInput
            {...props}
            value={typed}
            placeholder="sep 2026, 9/1-9/30, last 30 days"
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="text-xs text-ink-2 empty:hidden">
        {typed.trim() !== '' &&
          !error &&
          ('kept' in reading ? datesOf(reading.dates) : reading.problem)}
      </p>
      <div role="group" aria-label="Usual ranges" className="flex flex-wrap gap-1.5">
        {rangePresets.map((preset) => (
          <Button
            key={preset}
            size="small"
            onClick={() => {
              const read = readKept(preset, today, hasEnd)
              if ('kept' in read) onApply(mode, read.kept)
            }}
          >
            {preset}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Field label="From" name={target.name + suffix}>
          {(props) => (
            <DateInput
              {...props}
              value={ends.from ?? ''}
              onChange={(event) => setEnd('from', event.target.value)}
            />
          )}
        </Field>
        {spec.range?.to !== undefined && (
          <Field label="To" name={spec.range.to + suffix}>
            {(props) => (
              <DateInput
                {...props}
                value={ends.to ?? ''}
                onChange={(event) => setEnd('to', event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </FilterFrame>
  )
}

/** The range as it can be typed: "Sep 2026", ">= 09/01/2026"; empty without ends. */
function textOf(range: DateRange): string {
  if (!range.from && !range.to) return ''
  const { operator, words } = describeRange(range)
  return operator === 'is' ? words : `${range.from ? '>=' : '<='} ${words}`
}

type Reading = { kept: DateRange; dates: DateRange } | { problem: string }

/** What the view would keep of a typed range, and its dates today. */
function readKept(typed: string, today: LocalDate, hasEnd: boolean): Reading {
  const reading = readDateRange(typed, today)
  if ('problem' in reading) return reading
  const kept = keptRange(reading, hasEnd)
  if (!kept.from && !kept.to) return { problem: 'Type a first day, such as 9/1 or “last 30 days”.' }
  const { from, to } = datesOfRange(kept, today)
  return { kept, dates: hasEnd ? { from, to } : { from } }
}

function datesOf({ from, to }: DateRange): string {
  const [first, last] = [from, to].map((date) => date && formatLocalDate(date))
  if (first && last) return first === last ? first : `${first} – ${last}`
  return first ? `${first} or later` : `${last} or earlier`
}
