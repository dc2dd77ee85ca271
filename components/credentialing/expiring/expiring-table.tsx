import { Building2, FileSignature, UserRound } from 'lucide-react'
import type { RowTable } from '#components/table/row-declaration.ts'
import { classNames } from '#components/ui/class-names.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { EndingMark } from '#lib/actions/expiring/verbs.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { LocalDate as Day } from '#lib/core/local-date.ts'
import { daysLeft, endKinds, type EndingAmount } from '#lib/rules/coverage/expiring.ts'
import {
  hrefOf,
  leftWords,
  renewalWords,
  whoOf,
  withOf,
  type Amounts,
  type EndingRow,
} from './expiring-rows.ts'

/** What the table says of rows besides themselves. */
export type AboutEnding = {
  amounts: Amounts
  /** The mark of a row; undefined while the marks are not known. */
  markOf: ((row: EndingRow) => EndingMark) | undefined
  today: Day
}

const icons = { contract: FileSignature, facility: Building2, provider: UserRound }
const captureNoun = { one: 'capture', many: 'captures' }
const contractTypes: { [type: string]: string } = {
  institutional: 'Institutional',
  professional: 'Professional',
}
const renewals = { sent: 'Sent', 'not-needed': 'Not needed', 'not-sent': 'Not sent' }
/** So near an end, the days are red. */
const urgentDays = 14

const group = (label: string, from: number, to: number) => ({
  label,
  has: (row: EndingRow, { today }: AboutEnding) => {
    const left = daysLeft(row, today)
    return left >= from && left <= to
  },
})

/** What ends, in groups of 30 days. The file has no patient data. */
export const expiringTable: RowTable<EndingRow, AboutEnding> = {
  label: 'What expires',
  key: ({ place }) => String(place),
  name: (row) => `${whoOf(row)} with ${withOf(row)}`,
  open: { label: 'Open the contract or span', hrefOf },
  hasKeys: true,
  groups: [
    group('Within 30 days', 0, 30),
    group('31 to 60 days', 31, 60),
    group('61 to 90 days', 61, 90),
    group('Ended, without a next contract or span', Number.NEGATIVE_INFINITY, -1),
  ],
  // A column without room stays one, because other rows span all of them.
  columns: {
    ends: {
      header: 'Ends',
      kind: 'date',
      width: 'w-36',
      className: 'tabular-nums',
      card: 'detail',
      value: 'ends',
      cell: (row, { today }) => <Ends row={row} left={daysLeft(row, today)} />,
    },
    left: {
      header: 'Days left',
      kind: 'count',
      screen: false,
      value: (row, { today }) => daysLeft(row, today),
    },
    kind: {
      header: 'Kind',
      width: 'w-34 max-lg:w-0',
      className: 'text-ink-2 max-lg:px-0',
      inside: 'max-lg:hidden',
      value: ({ kind }) => endKinds[kind],
      cell: ({ kind }) => (
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          <KindIcon kind={kind} className="size-3.5 shrink-0" />
          {endKinds[kind]}
        </span>
      ),
    },
    id: { header: 'ID', screen: false, value: ({ id }) => id },
    who: {
      header: 'Who',
      card: 'title',
      isName: true,
      cell: (row) => (
        <>
          <KindIcon kind={row.kind} className="mr-1.5 inline size-3.5 text-ink-2 sm:hidden" />
          {whoOf(row)}
        </>
      ),
      below: (row, about) => <Details row={row} about={about} />,
    },
    covered: {
      header: 'Facility or provider',
      screen: false,
      value: ({ covered }) => covered?.name,
    },
    npi: { header: 'NPI', screen: false, value: ({ covered }) => covered?.npi },
    with: {
      header: 'With',
      cell: withOf,
      below: ({ covered, provider }) => covered && provider.name,
    },
    payer: { header: 'Payer', screen: false, value: ({ payer }) => payer.name },
    provider: {
      header: 'Contracting provider',
      screen: false,
      value: ({ provider }) => provider.name,
    },
    regions: {
      header: 'Regions',
      screen: false,
      value: ({ regions }) => (regions === 'national' ? 'National' : regions?.join(' ')),
    },
    captures: {
      header: 'Captures',
      kind: 'count',
      width: 'w-34',
      card: 'money',
      value: (row, { amounts }) => amounts.ofRow(row)?.captures,
      cell: (row, { amounts }) => <Amount amount={amounts.ofRow(row)} />,
      below: (row, { amounts }) => <AmountNotes amount={amounts.ofRow(row)} />,
      sum: (rows, { amounts }) => {
        const amount = amounts.of(rows)
        return amount ? <Money cents={amount.cents} /> : <NotKnown />
      },
    },
    dollars: {
      header: 'Dollars',
      kind: 'cents',
      screen: false,
      value: (row, { amounts }) => amounts.ofRow(row)?.cents,
    },
    planned: {
      header: 'Planned captures',
      kind: 'count',
      screen: false,
      value: (row, { amounts }) => amounts.ofRow(row)?.planned.captures,
    },
    plannedDollars: {
      header: 'Planned dollars',
      kind: 'cents',
      screen: false,
      value: (row, { amounts }) => amounts.ofRow(row)?.planned.cents,
    },
    withoutCharge: {
      header: 'Captures without a charge',
      kind: 'count',
      screen: false,
      value: (row, { amounts }) => amounts.ofRow(row)?.without_amount,
    },
    owner: { header: 'Owner', screen: false, value: (row, { markOf }) => markOf?.(row).owner },
    renewal: {
      header: 'Renewal',
      width: 'w-40 max-md:w-0',
      className: 'max-md:px-0',
      inside: 'max-md:hidden max-sm:block!',
      card: 'end',
      value: (row, { markOf }) => markOf && renewals[markOf(row).renewal?.state ?? 'not-sent'],
      cell: (row, about) => <RenewalOf row={row} about={about} />,
    },
    renewalSent: {
      header: 'Renewal sent',
      kind: 'date',
      screen: false,
      value: (row, { markOf }) => {
        const renewal = markOf?.(row).renewal
        return renewal?.state === 'sent' ? renewal.on : undefined
      },
    },
  },
}

function KindIcon({ kind, className }: { kind: EndingRow['kind']; className: string }) {
  const Icon = icons[kind]
  return <Icon aria-hidden="true" className={className} />
}

function Ends({ row, left }: { row: EndingRow; left: number }) {
  return (
    <span className="flex flex-wrap gap-x-2.5 max-sm:flex-nowrap max-sm:gap-x-1.5">
      <LocalDate date={row.ends} />
      <span
        className={classNames(
          'whitespace-nowrap',
          left <= urgentDays ? 'font-medium text-red' : 'text-ink-2',
        )}
      >
        {leftWords(left)}
      </span>
      <span className="min-w-0 truncate text-ink-2 sm:hidden">{withOf(row)}</span>
    </span>
  )
}

// What the columns without room would say.
function Details({ row, about }: { row: EndingRow; about: AboutEnding }) {
  const { kind, covered, contract_type: type } = row
  const words = covered ? covered.npi && `NPI ${covered.npi}` : contractTypes[type ?? '']
  return (
    <>
      <span className="lg:hidden">
        {endKinds[kind]}
        {words && ' · '}
      </span>
      {words}
      <span className="mt-1 block max-sm:hidden md:hidden">
        <RenewalOf row={row} about={about} />
      </span>
    </>
  )
}

function Amount({ amount }: { amount: EndingAmount | undefined }) {
  if (!amount) return <NotKnown />
  return (
    <span className={amount.captures > 0 ? 'font-medium' : 'text-ink-3'}>
      <Money cents={amount.cents} />
    </span>
  )
}

function AmountNotes({ amount }: { amount: EndingAmount | undefined }) {
  if (!amount) return null
  return (
    <>
      {countOf(amount.captures, captureNoun)}
      {amount.planned.captures > 0 && `, ${amount.planned.captures} planned`}
      {amount.without_amount > 0 && (
        <span className="block">{amount.without_amount} without a charge</span>
      )}
    </>
  )
}

function RenewalOf({ row, about: { markOf, today } }: { row: EndingRow; about: AboutEnding }) {
  const mark = markOf?.(row)
  if (!mark) return null
  const { words, tone } = renewalWords(mark.renewal, daysLeft(row, today))
  return (
    <>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      <span className="block truncate text-xs text-ink-2 max-sm:hidden">
        {mark.owner ?? 'No owner'}
      </span>
    </>
  )
}

function NotKnown() {
  return <span className="font-normal text-ink-3">Not known</span>
}
