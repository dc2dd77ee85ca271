'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTypedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import { useFreshness } from '#components/frame/freshness.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { noteJobStarted } from '#components/frame/started-jobs.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { CopyId } from '#components/ui/copy-id.tsx'
import { DateInput, wrongDates } from '#components/ui/date-input.tsx'
import { Field } from '#components/ui/field.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { startJoinPayers } from '#lib/actions/providers.ts'
import type { JoinFacts } from '#lib/actions/providers/join-contracts.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import { failureWords, type Result } from '#lib/core/result.ts'
import { joinQuery } from '#lib/queries/providers.ts'
import { askAct } from '#lib/queries/use-act.ts'
import {
  joinPlan,
  type JoinContract,
  type JoinDates,
  type JoinLine,
} from '#lib/rules/coverage/join-plan.ts'
import { ContractChoice } from './contract-choice.tsx'
import { JoinResults } from './join-results.tsx'
import { JoinTable } from './join-table.tsx'

/** The most contracts that one job takes. */
const mostContracts = 100
const noDates: JoinDates = { start_date: '', end_date: '', submitted_date: '' }
const dateLabels = {
  start_date: 'Effective date',
  submitted_date: 'Submitted date',
  end_date: 'End date',
} as const

type JoinPageProps = {
  npi: string
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<JoinFacts>>>
}

/** A provider joins payers: choose contracts, see what would be written, write it as one job. */
export function JoinPage({ npi, reply }: JoinPageProps) {
  return (
    <RecordRead
      options={joinQuery({ npi })}
      first={reply}
      list={{ href: `/providers/${npi}`, label: 'The provider' }}
    >
      {({ reply: facts, readAt }) => <JoinForm facts={facts} readAt={readAt} />}
    </RecordRead>
  )
}

type Chosen = { contract: JoinContract; own: Partial<JoinDates>; isLookedAt: boolean }

function JoinForm({ facts, readAt }: { facts: JoinFacts; readAt: number }) {
  const { provider } = facts
  const client = useQueryClient()
  const page = useRef<HTMLDivElement>(null)
  useFreshness(readAt)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [dates, setDates] = useState(noDates)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<{ job: string; lines: JoinLine[] }>()
  const guard = useTypedGuard(
    () =>
      !sent &&
      [dates, ...chosen.map(({ own }) => own)].some((each) => Object.values(each).some(Boolean)),
  )
  const lines = useMemo(
    () =>
      joinPlan(
        chosen.map(({ contract, own }) => ({ contract, dates: { ...dates, ...own } })),
        {
          is_rendering: provider.is_rendering,
          ended_on: provider.ended_on,
          on: new Set(facts.on),
          spans: facts.spans,
        },
        facts.today,
      ),
    [chosen, dates, facts, provider],
  )
  const writes = lines.filter(
    ({ result }, place) => result === 'ready' || (result === 'look' && chosen[place]!.isLookedAt),
  )
  const rosters = writes.filter((line) => line.adds_to_roster)
  const spans = writes.filter((line) => line.span)
  const records = rosters.length + spans.length
  const change = (id: string, to: (one: Chosen) => Chosen | undefined) =>
    setChosen((all) =>
      all.flatMap((one) => (one.contract.contract_id === id ? (to(one) ?? []) : one)),
    )
  const toggle = (contract: JoinContract) =>
    setChosen((all) =>
      all.some((one) => one.contract.contract_id === contract.contract_id)
        ? all.filter((one) => one.contract.contract_id !== contract.contract_id)
        : all.length < mostContracts
          ? [...all, { contract, own: {}, isLookedAt: false }]
          : all,
    )
  const write = async () => {
    if (records === 0 || isSending) return
    const [wrong] = wrongDates(page.current!)
    if (wrong) return wrong.reportValidity()
    setSending(true)
    setProblem(undefined)
    const started = await askAct(
      client,
      null,
      startJoinPayers,
      {
        provider_id: provider.id,
        contract_ids: rosters.map(({ contract }) => contract.contract_id),
        spans: spans.map(({ contract, span }) => ({
          contracting_provider_id: contract.provider.id,
          payer_uuid: contract.payer.uuid,
          ...span!, // only lines with a span
        })),
      },
      { tells: false },
    )
    setSending(false)
    if (!started.ok) return setProblem(`${failureWords(started.error)} Nothing was written.`)
    noteJobStarted()
    setSent({ job: started.value.id, lines: writes })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || sent) return
    // Otherwise the search box would take the same Enter.
    event.preventDefault()
    event.stopPropagation()
    void write()
  }
  return (
    <div
      ref={page}
      className="flex flex-col gap-3 px-5.5 pt-4 pb-8 max-lg:px-4"
      role="presentation"
      onKeyDownCapture={onKeyDown}
    >
      {guard}
      <PageHeader
        trail={<ListTrail list={{ href: `/providers/${provider.npi}`, label: provider.name }} />}
        title="Join payers"
        badges={<CopyId id={provider.npi} label="NPI" />}
        note={sent ? undefined : 'Nothing has been written.'}
      />
      {sent ? (
        <JoinResults sent={sent} npi={provider.npi} />
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
            <Card>
              <ContractChoice
                on={facts.on}
                isChosen={({ contract_id }) =>
                  chosen.some(({ contract }) => contract.contract_id === contract_id)
                }
                onPick={toggle}
              />
            </Card>
            <Card title="For all rows" note="Change one row in the table.">
              <div className="flex flex-wrap gap-3">
                {(Object.keys(dateLabels) as (keyof JoinDates)[]).map((name) => (
                  <Field key={name} label={dateLabels[name]} name={name}>
                    {(control) => (
                      <DateInput
                        {...control}
                        value={dates[name]}
                        onChange={({ target }) => setDates({ ...dates, [name]: target.value })}
                      />
                    )}
                  </Field>
                ))}
              </div>
              <p className="mt-3 max-w-2xl text-sm text-ink-2">
                Each span gets the states of its contract. The payer-loaded date stays empty until
                the payer has loaded the span.
              </p>
            </Card>
          </div>
          <Card flush>
            <JoinTable
              lines={lines}
              datesOf={(place) => ({ ...dates, ...chosen[place]!.own })}
              isLookedAt={(place) => chosen[place]!.isLookedAt}
              onLookedAt={(id, isLookedAt) => change(id, (one) => ({ ...one, isLookedAt }))}
              onDate={(id, name, value) =>
                change(id, (one) => ({ ...one, own: { ...one.own, [name]: value } }))
              }
              onRemove={(id) => change(id, () => undefined)}
            />
            <footer className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3">
              <p role="status" className="grow text-sm text-ink-2">
                {records === 0
                  ? 'Nothing to write yet.'
                  : `${countOf(rosters.length, { one: 'roster entry', many: 'roster entries' })} and ${countOf(spans.length, { one: 'span', many: 'spans' })} in one job. Each is read back; a refusal stops only its own record.`}
              </p>
              {problem !== undefined && (
                <p role="alert" className="text-sm text-red">
                  {problem}
                </p>
              )}
              <Button
                tone="primary"
                busy={isSending}
                disabled={records === 0}
                onClick={() => void write()}
              >
                Write {countOf(records, { one: 'record', many: 'records' })}{' '}
                <Kbd keys="Ctrl+Enter" />
              </Button>
            </footer>
          </Card>
        </>
      )}
    </div>
  )
}
