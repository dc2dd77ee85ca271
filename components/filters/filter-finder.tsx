import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { pageToday } from '#components/frame/page-day.ts'
import { lookUpKinds } from '#components/look-ups/look-up-kinds.ts'
import { recordQuery, valueOfRecord, type NamedRecord } from '#components/look-ups/record-names.ts'
import { SearchList } from '#components/ui/search-list.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { keptRange, readDateRange } from '#lib/lists/date-range.ts'
import { choiceWords, describeRange } from '#lib/lists/filter-value.ts'
import type { FilterChoices, FilterSpec, ListSpec } from '#lib/lists/list-spec.ts'
import {
  entriesOf,
  entryLabel,
  findFilters,
  hasWordStarts,
  setFilter,
  setRange,
  type ViewChange,
} from '#lib/lists/view.ts'
import { LineText } from './line-text.tsx'

type FinderProps = {
  spec: ListSpec
  choices: FilterChoices
  hidden: readonly string[]
  /** A filter was chosen: its form asks for the value. */
  onChoose: (name: string) => void
  /** A value was chosen: it filters at once. */
  onView: (change: ViewChange) => void
}

type Line = { key: string; text: string; note: string; pick: () => void }

// Fewer letters name too many payers and providers.
const leastLetters = 3
const mostValues = 6

/**
 * Every filter of the list under one search box, which takes a value, too: a date ("sep"), a known
 * value ("in error"), the name of a payer or provider.
 */
export function FilterFinder({ spec, choices, hidden, onChoose, onView }: FinderProps) {
  const [typed, setTyped] = useState('')
  const known = useMemo((): Line[] => {
    const names = findFilters(spec, typed).filter((name) => !hidden.includes(name))
    return [
      ...names.map((name) => ({
        key: name,
        text: entryLabel(spec, name),
        note: spec.filters[name]!.group,
        pick: () => onChoose(name),
      })),
      ...datesIn(spec, hidden, typed, onView),
      ...choicesIn(spec, hidden, typed, choices, onView),
    ]
  }, [spec, choices, hidden, typed, onChoose, onView])
  const isNew = known.length === 0 && typed.trim().length >= leastLetters
  const { records, isBusy } = useRecords(spec, hidden, isNew ? typed.trim() : '', onView)
  const lines = isNew ? records : known
  return (
    <SearchList
      label="Find a filter"
      listLabel="Filters"
      look="field"
      lines={lines}
      typed={typed}
      onTyped={setTyped}
      keyOf={({ key }) => key}
      onPick={({ pick }) => pick()}
      hint="Or type a value: a date, a payer, a provider."
      status={lines.length === 0 && (isBusy ? 'Searching…' : 'No matching filter.')}
    >
      {({ text, note }) => <LineText text={text} note={note} />}
    </SearchList>
  )
}

function datesIn(
  spec: ListSpec,
  hidden: readonly string[],
  typed: string,
  onView: FinderProps['onView'],
): Line[] {
  return Object.entries(spec.filters).flatMap(([name, filter]) => {
    const { range: ends } = filter
    if (!ends || hidden.includes(name) || hidden.includes(ends.to ?? '')) return []
    const reading = readDateRange(typed, pageToday())
    if ('problem' in reading) return []
    const range = keptRange(reading, ends.to !== undefined)
    if (!range.from && !range.to) return []
    const { operator, words } = describeRange(range, filter.chip?.operator)
    return {
      key: `${name} range`,
      text: `${filter.chip?.label ?? filter.label} ${operator} ${words}`,
      note: filter.group,
      pick: () => onView((now) => setRange(now, filter, { name, mode: 'filters' }, range)),
    }
  })
}

function choicesIn(
  spec: ListSpec,
  hidden: readonly string[],
  typed: string,
  choices: FilterChoices,
  onView: FinderProps['onView'],
): Line[] {
  return Object.entries(spec.filters)
    .filter(([name, { kind }]) => kind === 'enum' && !hidden.includes(name))
    .flatMap(([name, filter]) =>
      (choices[name] ?? [])
        .filter((value) => hasWordStarts(choiceWords(filter, value), typed))
        .map((value) => ({
          key: `${name} ${value}`,
          text: `${filter.label} is ${choiceWords(filter, value)}`,
          note: filter.group,
          pick: () => onView((now) => setFilter(now, { name, mode: 'filters' }, value)),
        })),
    )
    .slice(0, mostValues)
}

/**
 * The payers and providers whose name or id has the text, for each filter that takes one. Nothing is
 * asked for an empty text, nor for a filter that the list does not have.
 */
function useRecords(
  spec: ListSpec,
  hidden: readonly string[],
  typed: string,
  onView: FinderProps['onView'],
): { records: Line[]; isBusy: boolean } {
  const client = useQueryClient()
  const text = useDebounced(typed)
  const takers = useMemo(() => takersOf(spec, hidden), [spec, hidden])
  const replies = useQueries({
    queries: takers.map(([, { lookUp }]) => ({
      ...lookUpKinds[lookUp!.kind].query(text, 'among' in lookUp! ? lookUp.among : undefined),
      enabled: text !== '' && text === typed,
    })) as unknown as ReturnType<typeof recordQuery>[],
    combine: (all) => ({
      items: all.map(({ data }) => data?.items ?? []),
      isBusy: all.some(({ isFetching }) => isFetching),
    }),
  })
  const records = useMemo(
    () =>
      typed === '' || text !== typed
        ? []
        : takers.flatMap(([name, filter], index) =>
            replies.items[index]!.slice(0, mostValues).flatMap((record) =>
              recordLine(spec, name, record, (value) => {
                const { queryKey } = recordQuery(filter.lookUp!, value)
                client.setQueryData(queryKey, { is_available: true, items: [record] })
                onView((now) => {
                  const before = now.filters[name]
                  const others = Array.isArray(before)
                    ? before.filter((each) => each !== value)
                    : []
                  return setFilter(
                    now,
                    { name, mode: 'filters' },
                    filter.kind === 'multi' ? [...others, value] : value,
                  )
                })
              }),
            ),
          ),
    [typed, text, takers, replies, spec, client, onView],
  )
  return { records, isBusy: typed !== '' && (text !== typed || replies.isBusy) }
}

/** The first filter of each party that a look-up finds: a payer, a provider of each usual role. */
function takersOf(spec: ListSpec, hidden: readonly string[]): [string, FilterSpec][] {
  const all = entriesOf(spec)
    .flat()
    .filter((name) => !hidden.includes(name))
    .map((name): [string, FilterSpec] => [name, spec.filters[name]!])
    .filter(([, { lookUp }]) => lookUp !== undefined)
  // A supervising provider is rarely what is meant.
  const hasRoles = all.some(([, { lookUp }]) => lookUp?.kind === 'provider' && lookUp.among)
  return all.filter(([, { lookUp }]) => !(hasRoles && lookUp?.kind === 'provider' && !lookUp.among))
}

function recordLine(
  spec: ListSpec,
  name: string,
  record: NamedRecord,
  onPick: (value: string) => void,
): Line[] {
  const { label, chip, lookUp } = spec.filters[name]!
  const value = valueOfRecord(lookUp!, record)
  if (value === undefined) return []
  // The kind of the look-up is the kind of its records.
  const { title, code } = lookUpKinds[lookUp!.kind].line(record as never)
  return [
    {
      key: `${name} ${value}`,
      text: `${title || value}`,
      note: `${chip?.label ?? label} · ${code}`,
      pick: () => onPick(value),
    },
  ]
}
