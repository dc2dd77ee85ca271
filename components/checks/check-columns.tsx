import { CircleAlert, Moon, TriangleAlert } from 'lucide-react'
import type { ListColumn } from '#components/table/columns.tsx'
import type { CheckRow } from '#lib/actions/catalogue/read-checks.ts'
import {
  fieldWords,
  foundWords,
  needWords,
  outcomeWords,
  severityWords,
  shortFields,
} from './check-words.ts'

const standings = {
  error: { words: 'Error', Icon: CircleAlert, look: 'text-red' },
  warning: { words: 'Warning', Icon: TriangleAlert, look: 'text-amber' },
  asleep: { words: 'Asleep', Icon: Moon, look: 'text-ink-2' },
}

/** A check's severity, or that it sleeps. */
export function Standing({ row }: { row: CheckRow }) {
  const { words, Icon, look } = standings[standingOf(row)]
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${look}`}>
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {words}
    </span>
  )
}

/** By what the page narrows: a check that sleeps is neither an error nor a warning. */
export function standingOf({ isAsleep, severity }: CheckRow): keyof typeof standings {
  return isAsleep ? 'asleep' : severity
}

function fixWords({ offers, isAsleep, needs }: CheckRow): string {
  if (isAsleep) return needs ? needWords[needs] : ''
  return offers ?? 'None: a person decides'
}

/** The columns of the catalogue. */
export const checkColumns: readonly ListColumn<CheckRow>[] = [
  {
    id: 'check',
    header: 'Check and field',
    width: { least: 230, most: 520 },
    isMain: true,
    isName: true,
    card: 'title',
    className: 'font-medium',
    text: ({ title }) => title,
    below: (row) => (
      <span className="block truncate text-xs font-normal text-ink-2">{shortFields(row)}</span>
    ),
    title: (row) => [row.title, ...fieldWords(row)].join('\n'),
  },
  {
    id: 'severity',
    header: 'Severity',
    width: { least: 92, most: 110, beside: 22 },
    isNeverCut: true,
    card: 'end',
    text: (row) => standings[standingOf(row)].words,
    render: (row) => <Standing row={row} />,
    title: severityWords,
  },
  {
    id: 'fix',
    header: 'Fix it offers',
    width: { least: 120, most: 360 },
    className: 'text-ink-2',
    text: fixWords,
  },
  {
    id: 'found',
    header: 'Found now',
    width: { least: 84, most: 110 },
    align: 'end',
    card: 'money',
    text: ({ found }) => (found ? found.captures.toLocaleString('en-US') : '–'),
    render: ({ found }) =>
      found ? (
        <span className={found.captures > 0 ? 'font-semibold' : 'text-ink-2'}>
          {found.captures.toLocaleString('en-US')}
        </span>
      ) : (
        <span className="text-ink-2">–</span>
      ),
    title: foundWords,
  },
  {
    id: 'billed',
    header: 'Then billed',
    width: { least: 92, most: 120 },
    align: 'end',
    card: 'detail',
    cardNoun: 'then billed',
    text: ({ outcome }) => (outcome ? `${outcome.billed} of ${outcome.saves}` : 'Not known'),
    render: ({ outcome }) =>
      outcome ? (
        `${outcome.billed.toLocaleString('en-US')} of ${outcome.saves.toLocaleString('en-US')}`
      ) : (
        <span className="text-ink-2">Not known</span>
      ),
    title: outcomeWords,
  },
]
