'use client'
import { useRef, useState } from 'react'
import { useUnsavedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import type { RosterLine } from '#lib/queries/contracts.ts'
import type { Pages } from '#lib/queries/pages.ts'
import { ReadingProgress } from '#components/table/reading-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { providerNoun } from '#lib/core/count-of.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { RosterMode } from '#lib/rules/roster/roster-plan.ts'
import { focusOnce } from './focus-once.ts'
import { ListStep } from './list-step.tsx'
import { PlanStep } from './plan-step.tsx'
import { modeWords } from './roster-words.ts'
import { SendStep } from './send-step.tsx'
import { useRosterChange } from './use-roster-change.ts'

type RosterDialogProps = {
  contractId: string
  /** The contract has service facilities, where whoever is on the roster may be at work. */
  hasFacilities: boolean
  pages: Pages<RosterLine>
  mode: RosterMode
  /** Providers that were chosen before the dialog was opened. */
  chosen: readonly RosterRow[]
  /** `isChanged` is true when something was sent. */
  onClose: (isChanged: boolean) => void
}

const leaving = {
  title: 'Leave while a roster is being changed?',
  description: 'Batches already sent stay. The others aren’t sent. The roster shows what was changed.',
  leave: 'Leave',
}

/** A change of a roster in three steps: the list, what it would do, and the sending. Load it with `onDemand`. */
export function RosterDialog({
  contractId,
  hasFacilities,
  pages,
  mode: firstMode,
  chosen,
  onClose,
}: RosterDialogProps) {
  const [mode, setMode] = useState(firstMode)
  const box = useRef<HTMLTextAreaElement>(null)
  const change = useRosterChange(contractId, pages)
  const { stage, isSending, trouble } = change
  const { dialog } = useUnsavedGuard(() => isSending, undefined, leaving)
  const close = () => onClose(stage.at === 'sending')
  const { title, description } = modeWords[mode]
  return (
    <>
      <Dialog
        open
        onOpenChange={isSending ? undefined : (open) => !open && close()}
        title={title}
        description={description}
        width="wide"
        initialFocus={box}
      >
        {trouble !== undefined && (
          <p role="alert" className="mb-3 rounded-control border border-red bg-red-tint px-3 py-2 text-sm text-ink">
            {trouble}
          </p>
        )}
        {/* Kept while its outcome is looked at, so that going back finds the list as it was. */}
        <div hidden={stage.at !== 'list'}>
          <ListStep
            box={box}
            desk={change.desk}
            mode={mode}
            onMode={setMode}
            chosen={chosen}
            onCheck={() => void change.check(mode)}
          />
        </div>
        {stage.at === 'waiting' && (
          <div className="flex flex-col items-start gap-3 py-4">
            {/* The button that led here is gone: the dialog would take the focus to itself, and take it again from what comes next. */}
            <p ref={focusOnce} tabIndex={-1} className="text-sm outline-none">
              Waiting for the whole roster to load, to compare the list with it.
            </p>
            <ReadingProgress pages={pages} noun={providerNoun} />
            <Button onClick={change.toList}>Back to the list</Button>
          </div>
        )}
        {stage.at === 'plan' && (
          <PlanStep desk={change.desk} hasFacilities={hasFacilities} mode={mode} stage={stage} change={change} />
        )}
        {stage.at === 'sending' && <SendStep stage={stage} pages={pages} change={change} onClose={close} />}
      </Dialog>
      {dialog}
    </>
  )
}
