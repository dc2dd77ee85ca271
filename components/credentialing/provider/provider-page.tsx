'use client'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { FollowUpsCard } from '#components/credentialing/follow-ups/follow-ups-card.tsx'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Card } from '#components/ui/card.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ProviderReply } from '#lib/actions/providers/read-provider.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { providerQuery } from '#lib/queries/providers.ts'
import { keyOfPair, providerPairs } from '#lib/rules/coverage/provider-pairs.ts'
import type { CoverageSpan } from '#lib/rules/coverage/span.ts'
import { FacilitiesCard } from './facilities-card.tsx'
import { PairsTable } from './pairs-table.tsx'
import { ProviderSums } from './provider-sums.tsx'
import { UnreadNotes } from './unread-notes.tsx'

const list = { href: '/credentialing/provider-spans', label: 'Provider spans' }

type ProviderPageProps = {
  npi: string
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<ProviderReply>>>
  mayRecord: boolean
  mayFollowUp: boolean
  mayReport: boolean
}

/** One rendering provider with every payer: contracts, spans, facilities and captures at risk. */
export function ProviderPage({ npi, reply, ...rights }: ProviderPageProps) {
  return (
    <RecordRead options={providerQuery({ npi })} first={reply} list={list}>
      {(reading) => (
        <ProviderBody
          read={reading.reply}
          readAt={reading.readAt}
          staleBecause={reading.staleBecause}
          {...rights}
        />
      )}
    </RecordRead>
  )
}

type ProviderBodyProps = {
  read: ProviderReply
  readAt: number
  staleBecause: string | undefined
  mayRecord: boolean
  mayFollowUp: boolean
  mayReport: boolean
}

function ProviderBody({
  read,
  readAt,
  staleBecause,
  mayRecord,
  mayFollowUp,
  mayReport,
}: ProviderBodyProps) {
  const { provider, contracts, spans, facilities, risk, today } = read
  useFreshness(readAt, staleBecause !== undefined)
  const router = useRouter()
  const joinHref = `/providers/${provider.npi}/join`
  useKeys(mayRecord ? [{ keys: 'c', label: 'Join payers', run: () => router.push(joinHref) }] : [])
  const pairs = useMemo(
    () =>
      providerPairs(
        { contracts: contracts.items, spans: spans.items, risks: risk?.rows ?? [] },
        today,
      ),
    [contracts, spans, risk, today],
  )
  const [visited, visit] = useState<string>()
  const current = pairs.find((pair) => keyOfPair(pair) === visited)
  const followable = useMemo(
    () =>
      pairs.flatMap(({ payer, spans: own }) =>
        own.map((span) => ({ name: nameOf(payer.name, span), payer: payer.uuid, span })),
      ),
    [pairs],
  )
  return (
    <div className="flex flex-col gap-3 px-5.5 pt-4 pb-8 max-lg:px-4">
      <PageHeader
        trail={<ListTrail list={list} />}
        title={provider.name}
        badges={
          <>
            <CopyId id={provider.npi} label="NPI" />
            {provider.ended_on !== undefined && (
              <StatusBadge tone="amber">
                Employment ended <LocalDate date={provider.ended_on} />
              </StatusBadge>
            )}
            {!provider.is_rendering && <StatusBadge tone="grey">Not rendering</StatusBadge>}
          </>
        }
        actions={
          <>
            {mayReport && (
              <LinkButton href={`/providers/${provider.npi}/report`}>Status report</LinkButton>
            )}
            {mayRecord && (
              <LinkButton tone="primary" href={joinHref}>
                Join payers <Kbd keys="c" />
              </LinkButton>
            )}
          </>
        }
        note={
          [provider.license, provider.taxonomy && `taxonomy ${provider.taxonomy}`, provider.place]
            .filter(Boolean)
            .join(' · ') || undefined
        }
      />
      <UnreadNotes read={read} staleBecause={staleBecause} />
      <ProviderSums read={read} pairs={pairs} />
      <Card flush>
        {pairs.length === 0 ? (
          <EmptyState
            title={
              contracts.failure || spans.failure
                ? 'Payers couldn’t be loaded'
                : 'On no contract, and without a span'
            }
          >
            {contracts.failure || spans.failure
              ? 'What couldn’t be loaded is named above.'
              : 'The partner has no contract whose roster names this provider, and no credentialing span.'}
          </EmptyState>
        ) : (
          <PairsTable
            pairs={pairs}
            read={read}
            mayRecord={mayRecord}
            current={current}
            onVisit={visit}
          />
        )}
      </Card>
      <FollowUpsCard
        kind="provider"
        spans={followable}
        active={current?.spans[0]?.id ?? ''}
        target={current && `${provider.name} with ${current.payer.name}`}
        isOneSpan={false}
        mayLog={mayFollowUp}
      />
      <FacilitiesCard facilities={facilities} />
    </div>
  )
}

function nameOf(payer: string, { start_date, end_date }: CoverageSpan): string {
  const day = (date: string | null | undefined, none: string) =>
    date ? formatLocalDate(date, { weekday: false }) : none
  return `${payer}: ${day(start_date, 'no effective date')} – ${day(end_date, 'no end')}`
}
