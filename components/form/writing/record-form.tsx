'use client'
import { useEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { FormProvider, useFormContext } from 'react-hook-form'
import { BodyShape } from '#components/form/body-shape.ts'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import { noProposals, ProposalsContext, type Proposals } from '#components/form/marks/proposals.ts'
import { RecordProvider } from '#components/form/record-context.tsx'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import { Button } from '#components/ui/button.tsx'
import type { Failure, Issue } from '#lib/core/result.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { RefusalCard, RefusalPlace } from './refusal-card.tsx'
import type { RecordForm } from './use-record-form.tsx'
import { failureIn, isUnderWay, refusalAdvice, refusalTitle } from './write-state.ts'

type RecordFormFrameProps = {
  form: RecordForm
  /** The shape of the whole body, where the form shows parts of it that it does not edit. */
  body?: ObjectShape
  locks?: ComponentProps<typeof RecordProvider>['record']['locks']
  /** What stands ready beside the fields in error. */
  proposals?: Proposals
  children: ReactNode
}

/**
 * The frame of every record form. Its fields get their record and their complaints, and stay
 * disabled until the form works and its draft is read. After an invalid try, the complaints follow
 * the typing.
 */
export function RecordFormFrame({
  form,
  body,
  locks,
  proposals = noProposals,
  children,
}: RecordFormFrameProps) {
  const { loaded, marks, canWrite, opened } = form
  const { shape, base } = loaded
  useEscapeLeavesField()
  const record = useMemo(
    () => ({ shape, base, marks, readOnly: !canWrite, ...(locks && { locks }) }),
    [shape, base, marks, canWrite, locks],
  )
  return (
    <FormProvider {...form.form}>
      <RecordProvider record={record} isOpen={opened !== undefined}>
        <BodyShape value={body}>
          <ProposalsContext value={proposals}>
            <FollowIssues form={form} />
            {children}
            {form.dialog}
          </ProposalsContext>
        </BodyShape>
      </RecordProvider>
    </FormProvider>
  )
}

/** The fields of a form. They are closed while what they show is on its way. */
export function RecordFields({
  form,
  legend,
  children,
}: {
  form: RecordForm
  legend: string
  children: ReactNode
}) {
  return (
    <fieldset disabled={form.isClosed} className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}

/**
 * Says that a draft was restored, with a button to discard it. Shows nothing once the draft is
 * discarded, saved or being sent.
 */
export function RestoredNote({ form }: { form: RecordForm }) {
  const { restored, isNew, state } = form
  // A sent form keeps its values until the outcome is known, so its draft cannot be discarded now.
  if (!restored || (isNew && isUnderWay(state))) return null
  return (
    <div data-field="restored" tabIndex={-1} className="outline-none">
      <DraftNote
        savedAt={restored.savedAt}
        changes={isNew ? undefined : restored.changes}
        isBaseOld={!isNew && restored.isBaseOld}
        onDiscard={form.askDiscard}
      />
    </div>
  )
}

/**
 * Why nothing was saved, or that nobody knows, with every complaint that belongs to no field on
 * this page.
 */
export function SaveRefusal({ form }: { form: RecordForm }) {
  const failure = failureIn(form.state)
  if (!failure && form.unplaced.length === 0) return null
  return (
    <RefusalPlace>
      <RefusalCard
        title={failure ? refusalTitle(failure) : 'Not saved'}
        message={failure?.message}
        unplaced={form.unplaced}
        requestId={failure?.requestId}
      >
        {failure && <Advice failure={failure} isDirty={form.isDirty} />}
      </RefusalCard>
    </RefusalPlace>
  )
}

// The card outlives edits that are taken back by hand: it must not promise what the form no longer
// holds.
function Advice({ failure, isDirty }: { failure: Failure; isDirty: () => boolean }) {
  const [isEdited, setEdited] = useState(isDirty)
  useFormPulse(() => setEdited(isDirty()))
  const advice = refusalAdvice(failure, isEdited)
  return advice === '' ? null : <p className="mt-1 text-sm text-ink-2">{advice}</p>
}

/**
 * Why nothing was created, or that nobody knows yet, with what to do about it. The form keeps
 * everything.
 */
export function CreateRefusal({ form, taken }: { form: RecordForm; taken: ReactNode }) {
  const { state, noun, unplaced } = form
  if (state.kind === 'taken') return <RefusalPlace>{taken}</RefusalPlace>
  if (state.kind === 'unknown')
    return (
      <RefusalPlace>
        <RefusalCard
          tone="amber"
          title={`The ${noun} may or may not have been created`}
          message={state.failure.message}
          requestId={state.failure.requestId}
          actions={
            <Button size="small" onClick={() => void form.save()}>
              Check again
            </Button>
          }
        />
      </RefusalPlace>
    )
  if (state.kind !== 'refused' && !(state.kind === 'invalid' && unplaced.length > 0)) return null
  return (
    <RefusalPlace>
      <RefusalCard
        title={`The ${noun} was not created`}
        message={failureIn(state)?.message}
        unplaced={unplaced}
        requestId={failureIn(state)?.requestId}
      >
        {state.kind === 'refused' && (
          <p className="mt-1 text-sm text-ink-2">Everything you entered is still in the form.</p>
        )}
      </RefusalCard>
    </RefusalPlace>
  )
}

// A complaint that was put right goes by itself. What only the server could tell stays until its
// own field is changed.
function FollowIssues({ form }: { form: RecordForm }) {
  const { getValues } = useFormContext()
  const issues = form.state.kind === 'invalid' ? form.state.issues : undefined
  const valueAt = (path: string) => JSON.stringify(getValues(path))
  const others = useRef<{ issue: Issue; value: string | undefined }[]>([])
  const latest = useRef({ form, valueAt })
  useEffect(() => {
    latest.current = { form, valueAt }
  })
  useEffect(() => {
    const { form, valueAt } = latest.current
    const own = new Set(form.problems(form.form.getValues()).map(keyOf))
    others.current = (issues ?? [])
      .filter((issue) => !own.has(keyOf(issue)))
      .map((issue) => ({ issue, value: valueAt(issue.path) }))
  }, [issues])
  useFormPulse((draft) => {
    if (!issues) return
    const still = others.current
      .filter(({ issue, value }) => value === valueAt(issue.path))
      .map(({ issue }) => issue)
    form.marks.put('messages', form.marksFor([...form.problems(draft), ...still]))
  })
  return null
}

function keyOf({ path, message }: Issue): string {
  return `${path} ${message}`
}
