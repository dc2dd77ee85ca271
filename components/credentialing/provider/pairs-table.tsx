import { standingWords } from '#components/credentialing/spans/standing-words.ts'
import { CoverIcon } from '#components/coverage/cover-icon.tsx'
import { firstDayAwaited, stateWords } from '#components/coverage/state-words.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ProviderReply } from '#lib/actions/providers/read-provider.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { CoverageSpan } from '#lib/rules/coverage/span.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import { keyOfPair, type ProviderPair } from '#lib/rules/coverage/provider-pairs.ts'
import { nextSpan } from './next-span.ts'

const linkStyle = 'underline decoration-line-strong underline-offset-2 hover:decoration-current'
const cell = 'border-t border-line px-2 py-2 align-top text-sm first:pl-4 last:pr-4'
const captureNoun = { one: 'capture', many: 'captures' }

const columns = [
  { label: 'Payer and contracting provider', className: 'w-[26%]' },
  { label: 'Contracts with this provider', className: 'w-[22%]' },
  { label: 'Today', className: 'w-44' },
  { label: 'Spans' },
  { label: 'At risk', isNumber: true, className: 'w-28' },
]

type PairsTableProps = {
  pairs: readonly ProviderPair[]
  read: ProviderReply
  mayRecord: boolean
  /** The row that the keys act on. */
  current: ProviderPair | undefined
  onVisit: (key: string) => void
}

/** A provider's payers: contracts, cover today, spans and captures at risk, the worst first. */
export function PairsTable({ pairs, read, mayRecord, current, onVisit }: PairsTableProps) {
  const { contracts, provider, risk, spans, today } = read
  return (
    <div className="overflow-x-auto">
      <table
        aria-label="Payers"
        className="w-full min-w-200 table-fixed border-separate border-spacing-0"
      >
        <SmallTableHead columns={columns} />
        <tbody>
          {pairs.map((pair) => {
            const next = nextSpan(pair, { provider: provider.id, today })
            return (
              <tr
                key={keyOfPair(pair)}
                aria-current={pair === current || undefined}
                onFocus={() => onVisit(keyOfPair(pair))}
                className="aria-[current]:shadow-[inset_2px_0_0_var(--accent)]"
              >
                <th scope="row" className={`${cell} text-left font-normal`}>
                  <span className="block font-medium break-words">{pair.payer.name}</span>
                  <span className="block text-xs break-words text-ink-2">{pair.provider.name}</span>
                </th>
                <td className={cell}>
                  <Contracts pair={pair} today={today} isWhole={contracts.failure === null} />
                </td>
                <td className={cell}>
                  <Cover pair={pair} isWhole={spans.failure === null} />
                  {mayRecord && next && spans.failure === null && (
                    <LinkButton size="small" href={next.href} className="mt-1.5">
                      {next.label}
                    </LinkButton>
                  )}
                </td>
                <td className={cell}>
                  <Spans pair={pair} today={today} isWhole={spans.failure === null} />
                </td>
                <td className={`${cell} text-right tabular-nums`}>
                  {risk === null ? (
                    <span className="text-ink-3">Not known</span>
                  ) : (
                    <AtRisk pair={pair} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Contracts({
  pair: { contracts },
  today,
  isWhole,
}: {
  pair: ProviderPair
  today: string
  isWhole: boolean
}) {
  if (contracts.length === 0)
    return (
      <span className={isWhole ? 'text-red' : 'text-ink-3'}>
        {isWhole ? 'On no roster' : 'Not known'}
      </span>
    )
  return (
    <ul className="flex flex-col gap-1">
      {contracts.map(({ contract_id, type, status, effective_date, expiration_date }) => (
        <li key={contract_id} className="flex flex-wrap items-center gap-x-2">
          <SoftLink
            href={`/contracts/${encodeURIComponent(contract_id)}/providers`}
            className={linkStyle}
          >
            {type === 'institutional' ? 'Institutional' : 'Professional'}
          </SoftLink>
          <ContractStatus status={status} />
          <span className="text-xs text-ink-2">
            <LocalDate date={effective_date} /> {expiration_date ? '– ' : 'on'}
            <LocalDate date={expiration_date} />
          </span>
          {expiration_date && expiration_date < today && (
            <span className="text-xs text-amber">ended</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The cover of today in words; not known where a span that was not read may cover the day. */
export function Cover({ pair: { cover }, isWhole }: { pair: ProviderPair; isWhole: boolean }) {
  if (!isWhole && (cover.state === 'none' || cover.state === 'gap' || cover.state === 'expired'))
    return <StatusBadge tone="grey">Not known</StatusBadge>
  const { word, tone } = stateWords[cover.state]
  return (
    <StatusBadge tone={tone} icon={<CoverIcon state={cover.state} />}>
      {cover.awaits_first_day ? firstDayAwaited : word}
    </StatusBadge>
  )
}

// More spans than these are in their list.
const mostSpans = 4

function Spans({
  pair: { spans },
  today,
  isWhole,
}: {
  pair: ProviderPair
  today: string
  isWhole: boolean
}) {
  if (spans.length === 0)
    return <span className="text-ink-3">{isWhole ? 'None' : 'Not known'}</span>
  return (
    <ul className="flex flex-col gap-1">
      {spans.slice(0, mostSpans).map((span) => (
        <li key={span.id} className="flex flex-wrap items-center gap-x-2">
          <SoftLink
            href={`/credentialing/provider-spans/${encodeURIComponent(span.id)}`}
            className={linkStyle}
          >
            <Days span={span} />
          </SoftLink>
          <span className="text-xs text-ink-2">
            {standingWords(spanStanding(span, today)).words}
          </span>
          {span.payer_loaded_date && (
            <span className="text-xs text-ink-3">
              loaded <LocalDate date={span.payer_loaded_date} />
            </span>
          )}
        </li>
      ))}
      {spans.length > mostSpans && (
        <li className="text-xs text-ink-2">{spans.length - mostSpans} earlier</li>
      )}
    </ul>
  )
}

/** The first and last day of a span. */
export function Days({ span: { start_date, end_date } }: { span: CoverageSpan }) {
  return (
    <>
      {start_date ? <LocalDate date={start_date} /> : 'No effective date'} –{' '}
      {end_date ? <LocalDate date={end_date} /> : 'no end'}
    </>
  )
}

function AtRisk({ pair: { risk } }: { pair: ProviderPair }) {
  if (!risk) return <span className="text-ink-3">None found</span>
  return (
    <>
      <span className={`block font-medium ${risk.will > 0 ? 'text-red' : 'text-amber'}`}>
        <Money cents={risk.cents} />
      </span>
      <span className="block text-xs text-ink-2">
        {countOf(risk.captures, captureNoun)},{' '}
        {risk.will > 0
          ? `${risk.will} will deny`
          : risk.hold > 0
            ? `${risk.hold} to hold until loaded`
            : 'may deny'}
      </span>
      {risk.without_amount > 0 && (
        <span className="block text-xs text-ink-2">{risk.without_amount} without a charge</span>
      )}
    </>
  )
}
