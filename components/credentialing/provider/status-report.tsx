'use client'
import { standingWords } from '#components/credentialing/spans/standing-words.ts'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { ContractStatus } from '#components/ui/record-status.tsx'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readStatusReport } from '#lib/actions/providers.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { statusReportQuery } from '#lib/queries/providers.ts'
import {
  keyOfPair,
  providerPairs,
  type ContractOfProvider,
  type ProviderPair,
} from '#lib/rules/coverage/provider-pairs.ts'
import { spanStanding } from '#lib/rules/coverage/span-standing.ts'
import { Cover, Days } from './pairs-table.tsx'
import { UnreadNotes } from './unread-notes.tsx'

type Report = ReplyOf<typeof readStatusReport>

type StatusReportProps = {
  npi: string
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<Report>>>
}

/** What a provider is told of their contracts and spans, to print. */
export function StatusReport({ npi, reply }: StatusReportProps) {
  const list = { href: `/providers/${npi}`, label: 'Provider' }
  return (
    <RecordRead options={statusReportQuery({ npi })} first={reply} list={list}>
      {({ reply: read }) => (
        <div className="flex max-w-5xl flex-col gap-4 px-5.5 pt-4 pb-8 max-lg:px-4 print:max-w-none print:p-0">
          <PageHeader
            title="Status report"
            actions={
              <>
                <LinkButton href={list.href} className="print:hidden">
                  Provider page
                </LinkButton>
                <Button tone="primary" onClick={() => window.print()}>
                  Print
                </Button>
              </>
            }
          />
          <Sheet read={read} />
        </div>
      )}
    </RecordRead>
  )
}

function Sheet({ read }: { read: Report }) {
  const { provider, contracts, spans, missing, today, made_at, made_by } = read
  const pairs = providerPairs({ contracts: contracts.items, spans: spans.items, risks: [] }, today)
  return (
    <>
      <p className="text-sm text-ink-2">
        <span className="block pb-1 text-lg font-semibold break-words text-ink">
          {provider.name}
        </span>
        {[
          `NPI ${provider.npi}`,
          provider.license,
          provider.taxonomy && `taxonomy ${provider.taxonomy}`,
          provider.place,
        ]
          .filter(Boolean)
          .join(' · ')}
        <br />
        As of <LocalDate date={today} />, made by {made_by}, <LocalTime at={made_at} />
      </p>
      <UnreadNotes read={read} staleBecause={undefined} />
      {pairs.length === 0 ? (
        <p className="text-sm">
          {contracts.failure || spans.failure
            ? 'No contract or span could be read.'
            : 'On no contract, and without a credentialing span.'}
        </p>
      ) : (
        <table
          aria-label="Contracts and spans"
          className="w-full border-collapse text-left text-sm"
        >
          <thead>
            <tr className="border-b border-line-strong max-sm:sr-only">
              {['Payer and contracting provider', 'Contracts', 'Today', 'Spans'].map((head) => (
                <th key={head} scope="col" className="py-1.5 pr-3 text-xs font-medium text-ink-2">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <PairLine key={keyOfPair(pair)} pair={pair} read={read} />
            ))}
          </tbody>
        </table>
      )}
      <section aria-labelledby="missing" className="break-inside-avoid">
        <h2 id="missing" className="pb-1 text-sm font-semibold">
          What is missing
        </h2>
        {missing.length === 0 ? (
          <p className="text-sm">
            {spans.failure
              ? 'Not known: not all spans could be read.'
              : 'Nothing is noted as missing.'}
          </p>
        ) : (
          <ul className="flex flex-col gap-1.5 text-sm">
            {missing.map((each) => (
              <li key={each.id} className="break-inside-avoid break-words whitespace-pre-line">
                <span className="font-medium">{each.payer}:</span> {each.missing}
                {each.next_on && (
                  <>
                    {' '}
                    (next date <LocalDate date={each.next_on} />)
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

const cell = 'py-2 pr-3 align-top'

function PairLine({
  pair,
  read: { contracts, spans, today },
}: {
  pair: ProviderPair
  read: Report
}) {
  const isRead = { contracts: contracts.failure === null, spans: spans.failure === null }
  const none = (isWhole: boolean, words: string) => (isWhole ? words : 'Not known')
  return (
    <tr className="break-inside-avoid border-b border-line max-sm:block max-sm:py-1.5">
      <th scope="row" className={`${cell} font-normal max-sm:block max-sm:py-0.5`}>
        <span className="block font-medium break-words">{pair.payer.name}</span>
        <span className="block text-xs break-words text-ink-2">{pair.provider.name}</span>
      </th>
      <td className={`${cell} max-sm:block max-sm:py-0.5`}>
        {pair.contracts.length === 0
          ? none(isRead.contracts, 'On no roster')
          : pair.contracts.map((each) => (
              <Contract key={each.contract_id} contract={each} today={today} />
            ))}
      </td>
      <td className={`${cell} max-sm:block max-sm:py-0.5`}>
        <Cover pair={pair} isWhole={isRead.spans} />
      </td>
      <td className={`${cell} max-sm:block max-sm:py-0.5`}>
        {pair.spans.length === 0
          ? none(isRead.spans, 'None')
          : pair.spans.map((span) => (
              <p key={span.id}>
                <Days span={span} />
                <span className="block text-xs text-ink-2">
                  {standingWords(spanStanding(span, today)).words}
                  {span.payer_loaded_date && (
                    <>
                      , loaded <LocalDate date={span.payer_loaded_date} />
                    </>
                  )}
                </span>
              </p>
            ))}
      </td>
    </tr>
  )
}

function Contract({
  contract: { type, status, effective_date, expiration_date },
  today,
}: {
  contract: ContractOfProvider
  today: string
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      {type === 'institutional' ? 'Institutional' : 'Professional'}
      <ContractStatus status={status} />
      <span className="text-xs text-ink-2">
        <LocalDate date={effective_date} /> {expiration_date ? '– ' : 'on'}
        <LocalDate date={expiration_date} />
        {expiration_date && expiration_date < today && ', ended'}
      </span>
    </div>
  )
}
