'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { countOf, providerNoun } from '#lib/core/count-of.ts'
import type { PlanSummary } from '#lib/rules/roster/roster-desk.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import type { Desk } from './open-desk.ts'
import { PlanOutcomes } from './plan-outcomes.tsx'
import { confirmsRemoval, emptiesRoster, planWords, sendWords } from './plan-words.ts'
import { saveFile } from '#components/ui/save-file.ts'
import { focusOnce } from './focus-once.ts'
import type { RosterChange, Stage } from './use-roster-change.ts'

type PlanStepProps = {
  desk: Desk
  hasFacilities: boolean
  mode: RosterMode
  stage: Extract<Stage, { at: 'plan' }>
  change: RosterChange
}

/** The second step: what the list would do, line by line. Nothing was sent yet. */
export function PlanStep({ desk, hasFacilities, mode, stage, change }: PlanStepProps) {
  const { plan, lookUp, failure } = stage
  const [withUnchecked, setWithUnchecked] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  const joining = plan.counts.add + (withUnchecked ? plan.counts.unchecked : 0)
  const leaving = plan.counts.remove
  const mustConfirm = confirmsRemoval(plan)
  const isEmptying = emptiesRoster(plan)
  // Before everybody was looked up nobody can say that they looked.
  const isTold = !lookUp && !failure && plan.counts.open === 0
  const isReady = isTold && !isEmptying && joining + leaving > 0 && (!mustConfirm || isConfirmed)
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
      <PlanOutcomes key={JSON.stringify(plan.counts)} desk={desk} plan={plan} />
      {plan.counts.unchecked > 0 && !lookUp && (
        <Checkbox
          name="with_unchecked"
          checked={withUnchecked}
          onChange={(event) => setWithUnchecked(event.target.checked)}
        >
          Send the {plan.counts.unchecked.toLocaleString('en-US')} unchecked IDs too. If the partner doesn’t know one,
          it refuses the whole batch.
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
      {mustConfirm && isTold && !isEmptying && (
        <Checkbox
          name="removal_confirmed"
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.target.checked)}
        >
          {countOf(leaving, providerNoun)} of {plan.roster.toLocaleString('en-US')} leave, and I’ve checked who they
          are.
        </Checkbox>
      )}
      <footer className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <Button onClick={change.toList}>Back to the list</Button>
        <Button onClick={() => void desk.reportFile().then((file) => saveFile('roster-check.csv', file))}>
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

function LookUpNote({ plan, done, of }: { plan: PlanSummary; done: number; of: number | undefined }) {
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
