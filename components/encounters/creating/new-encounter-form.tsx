'use client'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { FormProvider } from 'react-hook-form'
import { BodyShape } from '#components/form/body-shape.ts'
import { CreateFoot } from '#components/form/writing/create-foot.tsx'
import { CreateNotice } from '#components/form/writing/create-notice.tsx'
import { isUnderWay } from '#components/form/writing/create-state.ts'
import { useCreateForm } from '#components/form/writing/use-create-form.ts'
import { DiagnosesSection } from '#components/form/diagnoses/diagnoses-section.tsx'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { RecordProvider } from '#components/form/record-context.tsx'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { PreEncounterSection } from '#components/look-ups/pre-encounter-section.tsx'
import { Card } from '#components/ui/card.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { newRow } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { shapeAt } from '#lib/rules/edit/field-shape.ts'
import { emptyEncounter, encounterRequest } from '#lib/rules/new-records/new-encounter.ts'
import { FacilitySection, LinesSection, ProviderSection, VisitSection, useSuggestedId } from './new-encounter-sections.tsx'
import { OptionalParts } from './optional-parts.tsx'
import { TakenCard } from './taken-card.tsx'
import { useCreateEncounter } from './use-create-encounter.ts'
import type { Created, CreateState } from './use-create-encounter.ts'

const taken = { path: 'external_id', message: 'Another encounter has this external id.' }

/** The form that creates an encounter from pre-encounter records. `found` is what an earlier visit left in it. */
export function NewEncounterForm({ shape, found }: { shape: ObjectShape; found: FoundDraft | undefined }) {
  const router = useRouter()
  // With a line to fill in: nearly every visit has one, and an empty one is not sent.
  const besides = useMemo(() => ({ service_lines: [newRow(shapeAt(shape, 'service_lines.0')!)] }), [shape])
  const { form, restored, hasEdits, empty } = useCreateForm({ base: emptyEncounter, shape, found, besides })
  const { state, create, clear } = useCreateEncounter()
  const { record, unplaced } = useIssueMarks({ state, taken, shape, base: emptyEncounter })
  useEscapeLeavesField()

  const isDirty = () => state.kind !== 'created' && hasEdits()
  const runCreate = (): Promise<CreateState> => {
    const draft = structuredClone(form.getValues())
    return create(encounterRequest(shape, draft), [...unfinishedDates(), ...problemsOf(emptyEncounter, shape, draft)])
  }
  const discard = () => empty(clear)
  const opened = ({ id, external_id, is_found }: Created) => {
    const foundAgain = is_found ? ' The partner’s answer was lost; it was found by its external id.' : ''
    showToast({ tone: 'green', message: `${external_id} was created. It follows its pre-encounter records until it is submitted or adjudicated.${foundAgain}` })
    router.push(`/encounters/${encodeURIComponent(id)}`)
  }
  return (
    <FormProvider {...form}>
      <RecordProvider record={record}>
        <BodyShape value={shape}>
          <div className="px-5 pt-2.5">
            <Head />
            <div className="flex min-w-0 flex-col gap-3 pt-3 pb-6">
              {restored && <DraftNote savedAt={restored.saved_at} onDiscard={discard} />}
              <Card>
                <p className="text-sm text-ink">
                  The encounter follows its pre-encounter records: until it is submitted or adjudicated, every change to the patient, the coverage or the
                  appointments changes it too.
                </p>
              </Card>
              <Notice state={state} unplaced={unplaced} onCheck={() => void runCreate()} />
              {/* While nobody knows what became of what was sent, nothing else may take its place. */}
              <fieldset disabled={isUnderWay(state)} className="flex min-w-0 flex-col gap-3">
                <legend className="sr-only">The encounter</legend>
                <PreEncounterSection />
                <VisitSection />
                <ProviderSection among="rendering" title="Rendering provider" />
                <ProviderSection among="billing" title="Billing provider" />
                <FacilitySection />
                <DiagnosesSection at="diagnoses" linesAt="service_lines" empty="No diagnosis yet. Without one the claim waits for information." />
                <LinesSection />
                <OptionalParts />
              </fieldset>
            </div>
            <CreateFoot
              state={state}
              label="Create encounter"
              taken="Not created: the external id is used already."
              draftOf={{ kind: 'new-encounter', record: 'new' }}
              found={found}
              base={emptyEncounter}
              shape={shape}
              isDirty={isDirty}
              onCreate={runCreate}
              onCreated={opened}
              onDiscard={discard}
            />
          </div>
        </BodyShape>
      </RecordProvider>
    </FormProvider>
  )
}

function Head() {
  const path = (
    <>
      <SoftLink href="/encounters" className="hover:underline">
        Encounters
      </SoftLink>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
    </>
  )
  return <PageHeader trail={path} title="New encounter" note="from pre-encounter records" />
}

// Inside the form, so that a suggested id reaches its field.
function Notice(props: { state: CreateState; unplaced: readonly string[]; onCheck: () => void }) {
  const suggest = useSuggestedId()
  return (
    <CreateNotice {...props} noun="encounter">
      {(taken) => <TakenCard taken={taken} onSuggest={suggest} />}
    </CreateNotice>
  )
}
