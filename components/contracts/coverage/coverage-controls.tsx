'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  movedByMonths,
  windowAround,
  zoomed,
  zooms,
  type TimeWindow,
  type Zoom,
} from '#components/charts/time-scale.ts'
import { Button } from '#components/ui/button.tsx'
import { DateBox } from '#components/ui/date-input.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { type LocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { CoverageOrder, CoverageShow } from './arrange.ts'
import { expiringChoices, type CoverageAddress } from './coverage-address.ts'
import type { CoverageKind } from './coverage-kind.ts'

/** The labels of the visible rows. */
export const shows: Record<CoverageShow, string> = {
  all: 'All',
  problems: 'Problems on the day',
  earlier: 'Problems, past year',
}
const orders: Record<CoverageOrder, string> = { worst: 'Problems first', name: 'By name' }
const withinWords: Record<string, string> = Object.fromEntries(
  expiringChoices.map((days) => [days, `${days} days`]),
)
// Short labels, so that all controls fit in one line of a common screen.
const lengths: Record<string, string> = Object.fromEntries(
  zooms.map((years) => [years, `${years} y`]),
)
const lengthNames: Record<string, string> = Object.fromEntries(
  zooms.map((years) => [years, countOf(years, { one: 'year', many: 'years' })]),
)

type ControlsProps = {
  kind: CoverageKind
  address: CoverageAddress
  onAddress: (change: Partial<CoverageAddress>) => void
  text: string
  onText: (text: string) => void
  today: LocalDate
}

/**
 * The controls of the timeline: providers or facilities, the day, the visible rows and their order.
 */
export function CoverageControls(props: ControlsProps) {
  const { kind, address, onAddress, today } = props
  return (
    <div className="flex flex-wrap items-center gap-2 narrow:gap-1.5">
      <Segments
        label="Coverage of"
        value={kind.id}
        choices={{ providers: 'Providers', facilities: 'Facilities' }}
        onChoose={(of) => onAddress({ of })}
      />
      <Labelled label="As of" spoken="narrow">
        <AsOf date={address.asOf} onDate={(asOf) => onAddress({ asOf })} />
      </Labelled>
      {address.asOf !== today && (
        <Button size="small" onClick={() => onAddress({ asOf: today })}>
          Today
        </Button>
      )}
      <Labelled label="Show" spoken="always">
        <Choice
          name="show"
          value={address.show}
          words={shows}
          onChange={(show) => onAddress({ show })}
        />
      </Labelled>
      <Labelled label="Order" spoken="always">
        <Choice
          name="order"
          value={address.order}
          words={orders}
          onChange={(order) => onAddress({ order })}
        />
      </Labelled>
      <Labelled label="Expiring in">
        <Choice
          name="within"
          value={String(address.within)}
          words={withinWords}
          onChange={(days) => onAddress({ within: Number(days) })}
        />
      </Labelled>
      <input
        type="search"
        name="search"
        aria-label={`Search ${kind.noun.many} by name, NPI or ID`}
        placeholder="Name, NPI, ID"
        autoComplete="off"
        spellCheck={false}
        value={props.text}
        onChange={(event) => props.onText(event.target.value)}
        className="h-7 w-44 rounded-control border border-control bg-panel px-2 narrow:w-29 narrow:px-1.5 text-sm text-ink hover:border-ink-3"
      />
    </div>
  )
}

// The field has its own state, so that it keeps an incomplete date while the person types.
function AsOf({ date, onDate }: { date: LocalDate; onDate: (date: LocalDate) => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current && box.current.value !== date) box.current.value = date
  }, [date])
  return (
    <DateBox
      ref={box}
      name="as_of"
      required
      defaultValue={date}
      min="1990-01-01"
      max="2100-12-31"
      title="Shows what the payer had loaded by this date"
      onChange={({ target }) =>
        target.validity.valid && isLocalDate(target.value) && onDate(target.value)
      }
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.reportValidity()}
      onBlur={({ target }) => void (target.value = date)}
      className="w-24 rounded-r-control bg-panel px-2 text-sm font-semibold text-ink narrow:rounded-control"
    />
  )
}

/** The controls of the window: earlier, later, and its length. */
export function TimeControls({
  window: shown,
  onWindow,
  asOf,
}: {
  window: TimeWindow
  onWindow: (change: (window: TimeWindow) => TimeWindow) => void
  asOf: LocalDate
}) {
  // A third of the window, so that no part is skipped.
  const step = shown.years * 4
  return (
    <div className="flex shrink-0 items-center gap-1">
      <IconButton
        size="small"
        label="Earlier"
        shortcut="Shift+←"
        icon={<ChevronLeft aria-hidden="true" className="size-4" />}
        onClick={() => onWindow((now) => movedByMonths(now, -step))}
      />
      <Segments
        label="Length of time"
        value={String(shown.years)}
        choices={lengths}
        names={lengthNames}
        // A second press goes back to the selected day.
        onChoose={(years) =>
          onWindow((now) =>
            Number(years) === now.years
              ? windowAround(asOf, now.years)
              : zoomed(now, Number(years) as Zoom),
          )
        }
      />
      <IconButton
        size="small"
        label="Later"
        shortcut="Shift+→"
        icon={<ChevronRight aria-hidden="true" className="size-4" />}
        onClick={() => onWindow((now) => movedByMonths(now, step))}
      />
    </div>
  )
}

const labelStyle = 'flex items-center border-r border-line px-2 text-ink-2'
const labelStyles = { never: labelStyle, narrow: `${labelStyle} narrow:sr-only`, always: 'sr-only' }

// A label for screen readers only, always or on wide screens: the chosen value is clear without it.
function Labelled({
  label,
  spoken = 'never',
  children,
}: {
  label: string
  spoken?: keyof typeof labelStyles
  children: ReactNode
}) {
  return (
    <label className="inline-flex h-7 items-stretch rounded-control border border-control text-sm hover:border-ink-3 focus-within:border-ink-3">
      <span className={labelStyles[spoken]}>{label}</span>
      {children}
    </label>
  )
}

function Choice<Value extends string>({
  name,
  value,
  words,
  onChange,
}: {
  name: string
  value: Value
  words: Record<Value, string>
  onChange: (value: Value) => void
}) {
  return (
    <select
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      className="max-w-44 truncate rounded-control bg-panel px-1.5 text-sm font-semibold text-ink"
    >
      {(Object.keys(words) as Value[]).map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </select>
  )
}
