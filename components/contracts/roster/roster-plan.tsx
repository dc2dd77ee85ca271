'use client'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { ScrollArea } from '#components/ui/scroll-area.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-change.ts'
import {
  outcomes,
  type Outcome,
  type PlanEntry,
  type RosterMode,
} from '#lib/rules/roster/roster-plan.ts'
import { focusOnce } from './focus-once.ts'
import type { RosterWorker } from './start-roster-worker.ts'
import type { RosterChangeState, Stage } from './use-roster-change.ts'

type PlanStepProps = {
  hasFacilities: boolean
  mode: RosterMode
  stage: Extract<Stage, { at: 'plan' }>
  change: RosterChangeState
}

/** The second step: what the list would change, line by line. Nothing was sent yet. */
export function PlanStep({ hasFacilities, mode, stage, change }: PlanStepProps) {
  const { plan, lookUp, failure } = stage
  const { worker } = change
  const [withUnchecked, setWithUnchecked] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const joining = plan.counts.add + (withUnchecked ? plan.counts.unchecked : 0)
  const leaving = plan.counts.remove
  const mustConfirm = confirmsRemoval(plan)
  const isEmptying = emptiesRoster(plan)
  // A person can confirm only a plan that is complete.
  const isComplete = !lookUp && !failure && plan.counts.open === 0
  const isReady =
    isComplete && !isEmptying && joining + leaving > 0 && (!mustConfirm || isConfirmed)
  return (
    <div className="flex flex-col gap-3">
      <p ref={focusOnce} tabIndex={-1} className="text-sm outline-none" role="status">
        {planWords(plan, withUnchecked)}
      </p>
      {lookUp && <LookUpNote plan={plan} {...lookUp} />}
      {failure && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-control border border-amber bg-amber-tint px-3 py-2 text-sm"
        >
          <p className="min-w-0 grow">{failure.message} Nothing was sent.</p>
          <Button size="small" onClick={() => void change.check(mode)}>
            Try again
          </Button>
          {plan.counts.open > 0 && (
            <Button size="small" onClick={() => void change.leaveUnchecked(mode)}>
              Skip checking
            </Button>
          )}
        </div>
      )}
      <PlanOutcomes key={JSON.stringify(plan.counts)} worker={worker} plan={plan} />
      {plan.counts.unchecked > 0 && !lookUp && (
        <Checkbox
          name="with_unchecked"
          checked={withUnchecked}
          onChange={(event) => setWithUnchecked(event.target.checked)}
        >
          Send the {plan.counts.unchecked.toLocaleString('en-US')} unchecked IDs too. If the partner
          doesn’t know one, it refuses the whole batch.
        </Checkbox>
      )}
      {hasFacilities && leaving > 0 && (
        <p className="text-sm text-ink-2">
          The partner may also remove these providers from the contract’s service facilities.
        </p>
      )}
      {isEmptying && (
        <p role="alert" className="rounded-control border border-red bg-red-tint px-3 py-2 text-sm">
          No one on this list was found, so the roster would be emptied. Nothing is sent.
        </p>
      )}
      {mustConfirm && isComplete && !isEmptying && (
        <Checkbox
          name="removal_confirmed"
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.target.checked)}
        >
          {countOf(leaving, providerNoun)} of {plan.roster.toLocaleString('en-US')}{' '}
          {leaving === 1 ? 'leaves' : 'leave'}, and I’ve checked who they are.
        </Checkbox>
      )}
      <footer className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <Button onClick={change.toList}>Back to the list</Button>
        <Button onClick={() => void change.saveReport()}>
          <Download aria-hidden="true" className="size-3.5" /> Save as CSV
        </Button>
        <Button
          tone="primary"
          className="ml-auto"
          disabled={!isReady}
          onClick={() => void change.agreeAndSend(mode, withUnchecked)}
        >
          {sendWords(joining, leaving)}
        </Button>
      </footer>
    </div>
  )
}

function LookUpNote({
  plan,
  done,
  of,
}: {
  plan: PlanSummary
  done: number
  of: number | undefined
}) {
  const open = plan.toLookUp.ids + plan.toLookUp.npis
  return (
    <p className="flex items-center gap-2 text-sm text-ink-2">
      <Spinner />
      Looking up {open.toLocaleString('en-US')} that are not on the roster:{' '}
      {of === undefined
        ? `${countOf(done, providerNoun)} of the organization read`
        : `${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`}
    </p>
  )
}

const outcomeWords: Record<Outcome, { label: string; meaning: string; tone: Tone }> = {
  add: { label: 'Add', meaning: 'Added to the roster', tone: 'green' },
  remove: { label: 'Remove', meaning: 'Removed from the roster', tone: 'red' },
  present: {
    label: 'Already there',
    meaning: 'Already on the roster; nothing is sent',
    tone: 'grey',
  },
  absent: {
    label: 'Not on the roster',
    meaning: 'Nothing to remove; nothing is sent',
    tone: 'grey',
  },
  unknown: {
    label: 'Unknown',
    meaning: 'No rendering provider has this ID or NPI; nothing is sent',
    tone: 'amber',
  },
  several: {
    label: 'Ambiguous',
    meaning: 'More than one provider has this NPI; nothing is sent',
    tone: 'amber',
  },
  invalid: { label: 'Invalid', meaning: 'Not an ID or an NPI; nothing is sent', tone: 'amber' },
  open: { label: 'Not looked up', meaning: 'Look-up not finished; nothing is sent', tone: 'amber' },
  unchecked: {
    label: 'Not checked',
    meaning: 'This connection can’t look them up. The partner checks them',
    tone: 'amber',
  },
}

const shownLines = 200

// Each outcome of a plan with its count and its first lines. Another plan needs another key.
function PlanOutcomes({ worker, plan }: { worker: RosterWorker; plan: PlanSummary }) {
  const shown = outcomes.filter((outcome) => plan.counts[outcome] > 0)
  if (shown.length === 0) return null
  const tabs = shown.map((outcome) => ({
    value: outcome,
    label: (
      <StatusBadge tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</StatusBadge>
    ),
    count: plan.counts[outcome],
    panel: <Lines worker={worker} plan={plan} outcome={outcome} />,
  }))
  return <Tabs label="Preview of the list" tabs={tabs} isPanelStop={false} />
}

function Lines({
  worker,
  plan,
  outcome,
}: {
  worker: RosterWorker
  plan: PlanSummary
  outcome: Outcome
}) {
  const [lines, setLines] = useState<PlanEntry[]>([])
  useEffect(() => {
    let isShown = true
    void worker
      .run((change) => change.entries(outcome, 0, shownLines))
      .then(
        (found) => isShown && setLines(found),
        () => undefined,
      )
    return () => {
      isShown = false
    }
  }, [worker, outcome])
  const count = plan.counts[outcome]
  const hasWhy = lines.some(({ why }) => why)
  const hasProvider = lines.some(({ provider }) => provider)
  return (
    <>
      <p className="-mt-2 mb-2 text-sm text-ink-2">{outcomeWords[outcome].meaning}.</p>
      <ScrollArea
        label={`Lines: ${outcomeWords[outcome].label}`}
        className="max-h-60 rounded-control border border-line"
      >
        <table
          aria-label={outcomeWords[outcome].label}
          aria-rowcount={count + 1}
          className="w-full text-left text-xs"
        >
          <thead className="sticky top-0 bg-panel text-ink-2">
            <tr>
              <th scope="col" className={cell}>
                Line
              </th>
              <th scope="col" className={cell}>
                Value
              </th>
              {hasProvider && (
                <th scope="col" className={cell}>
                  Provider
                </th>
              )}
              {hasWhy && (
                <th scope="col" className={cell}>
                  Why
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ value, line, provider, why }, index) => (
              <tr
                key={`${value} ${provider?.id ?? index}`}
                className="border-t border-line align-top"
              >
                <td className={`${cell} text-ink-2`}>
                  {line === undefined
                    ? 'not listed'
                    : line === 0
                      ? 'chosen'
                      : line.toLocaleString('en-US')}
                </td>
                <td className={`${cell} font-mono break-all`}>{value.slice(0, 80)}</td>
                {hasProvider && (
                  <td className={cell}>
                    {provider &&
                      [provider.name, provider.npi !== value && provider.npi]
                        .filter(Boolean)
                        .join(' · ')}
                  </td>
                )}
                {hasWhy && <td className={cell}>{why}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {count > lines.length && lines.length > 0 && (
        <p className="mt-1.5 text-xs text-ink-2">
          The first {lines.length} lines; the CSV file has all of them.
        </p>
      )}
    </>
  )
}

const cell = 'px-2.5 py-1.5 font-normal'

/**
 * The sum of a plan in a sentence or two. It leaves out the roster's new size while values are
 * still looked up.
 */
export function planWords(plan: PlanSummary, withUnchecked: boolean): string {
  const { counts, read, repeated, roster } = plan
  const joining = counts.add + (withUnchecked ? counts.unchecked : 0)
  const outcome =
    joining + counts.remove === 0
      ? 'Nothing to send.'
      : `The roster goes from ${countOf(roster, providerNoun)} to ${(roster + joining - counts.remove).toLocaleString('en-US')}.`
  const parts = [
    `${countOf(read, { one: 'value', many: 'values' })} read${repeated > 0 ? `, ${repeated.toLocaleString('en-US')} of them repeated` : ''}.`,
    counts.open === 0 && outcome,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The label of the button that sends. */
export function sendWords(joining: number, leaving: number): string {
  if (joining + leaving === 0) return 'Send'
  const add = `add ${joining.toLocaleString('en-US')}`
  const remove = `remove ${leaving.toLocaleString('en-US')}`
  const words = joining > 0 && leaving > 0 ? `${add}, ${remove}` : leaving > 0 ? remove : add
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * True when a person must confirm who leaves: half of the roster or more, or anybody while the list
 * that the roster is made equal to has lines that name no provider, because such a line may mean
 * somebody who leaves.
 */
export function confirmsRemoval({ mode, counts, roster }: PlanSummary): boolean {
  if (counts.remove === 0) return false
  const unclear = counts.unknown + counts.several + counts.invalid + counts.unchecked
  return counts.remove * 2 >= roster || (mode === 'equal' && unclear > 0)
}

/**
 * True when the roster would be made equal to a list in which no provider was found. False while
 * values are still looked up.
 */
export function emptiesRoster({ mode, counts }: PlanSummary): boolean {
  return mode === 'equal' && counts.add + counts.present + counts.open === 0 && counts.remove > 0
}
