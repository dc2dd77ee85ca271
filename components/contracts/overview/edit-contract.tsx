'use client'
import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { BodyShape } from '#components/form/body-shape.ts'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import { focusControl } from '#components/form/focus-control.ts'
import { FollowIssues } from '#components/form/marks/follow-issues.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { RecordProvider } from '#components/form/record-context.tsx'
import { SaveRefusal } from '#components/form/writing/save-refusal.tsx'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { useFilledForm } from '#components/form/use-filled-form.ts'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import type { ContractSaved } from '#lib/actions/contracts/save-contract.ts'
import { type JsonObject, isJsonObject, parseExact, sameJson } from '#lib/core/json.ts'
import { differingTerms } from '#lib/rules/contract-edit/contract-patch.ts'
import { termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { newTermProblems } from '#lib/rules/contract-edit/term-problems.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { type DraftObject, draftOf, edited } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { restoreEdits } from '#lib/rules/edit/draft-edits.ts'
import { EditFoot } from './edit-foot.tsx'
import { TermsSections } from './terms-sections.tsx'
import { useContractSave, type SaveState } from './use-contract-save.ts'

type EditContractProps = {
  id: string
  record: JsonObject
  shape: ObjectShape
  insuranceCodes: readonly string[]
  /** The draft that the form is opened with. */
  draft: OpenedDraft
  /** `saved` is what the save answered; undefined when the form was left without one. */
  onDone: (saved?: ContractSaved) => void
}

/** The form of a contract's terms. What it was opened on stays its base: a save tells others' changes from one's own. */
export function EditContract({ id, record, shape, insuranceCodes, draft, onDone }: EditContractProps) {
  const { found } = draft
  const [current] = useState(() => termsOf(record))
  const [base] = useState(() => baseOf(found) ?? current)
  const { form } = useFilledForm({
    start: draftOf(base, shape) as DraftObject,
    draft: found && restoreEdits(base, shape, found.edits),
  })
  const { state, save, dialog } = useContractSave(id, base)
  useEffect(() => {
    // Whoever types into a form that the server drew goes on typing there.
    if (!document.activeElement?.matches('main :is(input, select, textarea)'))
      focusControl(found ? 'restored' : 'contract_status')
  }, [found])
  const { record: fields, unplaced } = useIssueMarks({ state, shape, base })
  useEscapeLeavesField()

  const read = () => edited(base, shape, structuredClone(form.getValues())) as JsonObject
  const countChanges = () => differingTerms(base, read()).length
  // A text that cannot be read is no change yet, but it is not saved either.
  const countUnsaved = () => countChanges() + problemsOf(base, shape, form.getValues()).length
  const isDirty = () => state.kind !== 'saved' && countUnsaved() > 0
  const problems = () => [
    ...unfinishedDates(),
    ...problemsOf(base, shape, form.getValues()),
    ...newTermProblems(base, read()),
  ]
  const runSave = (): Promise<SaveState> => save(read(), problems(), countChanges() > 0)
  const isClosed = state.kind === 'saving' || state.kind === 'checking' || state.kind === 'saved'
  return (
    <FormProvider {...form}>
      <RecordProvider record={fields}>
        <BodyShape value={shape}>
          <FollowIssues state={state} read={problems} shape={shape} />
          <div role="form" aria-label="Edit the contract">
            <div className="flex min-w-0 flex-col gap-3 pb-6">
              {found && (
                <div data-field="restored" tabIndex={-1} className="outline-none">
                  <DraftNote
                    savedAt={found.saved_at}
                    changes={countChanges()}
                    isBaseOld={!sameJson(base, current)}
                    onDiscard={() => onDone()}
                  />
                </div>
              )}
              <SaveRefusal state={state} unplaced={unplaced} isDirty={isDirty} />
              <fieldset disabled={isClosed} className="flex min-w-0 flex-col gap-3">
                <legend className="sr-only">The contract</legend>
                <TermsSections insuranceCodes={insuranceCodes} />
              </fieldset>
            </div>
            <EditFoot
              id={id}
              base={base}
              shape={shape}
              state={state}
              draft={draft}
              isDirty={isDirty}
              countUnsaved={countUnsaved}
              onSave={runSave}
              onDone={onDone}
            />
          </div>
          {dialog}
        </BodyShape>
      </RecordProvider>
    </FormProvider>
  )
}

function baseOf(found: FoundDraft | undefined): JsonObject | undefined {
  if (!found) return undefined
  const base = parseExact(found.base)
  return isJsonObject(base) ? base : undefined
}
