'use client'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { CreateFields, CreateShell } from '#components/form/writing/create-shell.tsx'
import { useCreateForm } from '#components/form/writing/use-create-form.ts'
import { DiagnosesSection } from '#components/form/diagnoses/diagnoses-section.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { PreEncounterSection } from '#components/look-ups/pre-encounter-section.tsx'
import { Card } from '#components/ui/card.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { newRow } from '#lib/rules/edit/edit-data.ts'
import { type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { emptyEncounter, encounterRequest } from '#lib/rules/new-records/new-encounter.ts'
import {
  FacilitySection,
  LinesSection,
  ProviderSection,
  VisitSection,
  useSuggestedId,
} from './new-encounter-sections.tsx'
import { OptionalParts } from './optional-parts.tsx'
import { TakenCard } from './taken-card.tsx'
import { useCreateEncounter, type Created, type CreateState, type Taken } from './use-create-encounter.ts'

const taken = { path: 'external_id', message: 'Another encounter has this external ID.' }

/** The form that creates an encounter from pre-encounter records. `draft` is what it is opened with; undefined while it is being read. */
export function NewEncounterForm({ shape, draft }: { shape: ObjectShape; draft: OpenedDraft | undefined }) {
  const router = useRouter()
  // With a line to fill in: nearly every visit has one, and an empty one is not sent.
  const besides = useMemo(() => ({ service_lines: [newRow(shapeAt(shape, 'service_lines.0')!)] }), [shape])
  const filled = useCreateForm({ base: emptyEncounter, shape, draft, besides })
  const { state, create, clear } = useCreateEncounter()
  const { record, unplaced } = useIssueMarks({ state, taken, shape, base: emptyEncounter })

  const runCreate = (): Promise<CreateState> => {
    const draft = structuredClone(filled.form.getValues())
    return create(encounterRequest(shape, draft), [...unfinishedDates(), ...problemsOf(emptyEncounter, shape, draft)])
  }
  const opened = ({ id, external_id, is_found }: Created) => {
    const foundAgain = is_found ? ' The partner’s answer was lost, but the encounter was found by its external ID.' : ''
    showToast({
      tone: 'green',
      message: `${external_id} was created. It follows its pre-encounter records until it is submitted or adjudicated.${foundAgain}`,
    })
    router.push(`/encounters/${encodeURIComponent(id)}`)
  }
  return (
    <CreateShell
      filled={filled}
      record={record}
      body={shape}
      list={{ href: '/encounters', label: 'Encounters' }}
      title="New encounter"
      note="from pre-encounter records"
      noun="encounter"
      state={state}
      unplaced={unplaced}
      taken="Not created: the external ID is already used."
      renderTaken={(taken) => <SuggestingTakenCard taken={taken} />}
      label="Create encounter"
      draftOf={{ kind: 'new-encounter', record: 'new' }}
      onCreate={runCreate}
      onCreated={opened}
      clear={clear}
      before={
        <Card>
          <p className="text-sm text-ink">
            The encounter follows its pre-encounter records: until it is submitted or adjudicated, every change to the
            patient, the coverage or the appointments changes it too.
          </p>
        </Card>
      }
    >
      <CreateFields legend="The encounter" state={state}>
        <PreEncounterSection />
        <VisitSection />
        <ProviderSection among="rendering" title="Rendering provider" />
        <ProviderSection among="billing" title="Billing provider" />
        <FacilitySection />
        <DiagnosesSection
          at="diagnoses"
          linesAt="service_lines"
          empty="No diagnoses yet. A service line without one is refused. With neither, the claim waits for information."
        />
        <LinesSection />
        <OptionalParts />
      </CreateFields>
    </CreateShell>
  )
}

// Inside the form, so that a suggested id reaches its field.
function SuggestingTakenCard({ taken }: { taken: Taken }) {
  return <TakenCard taken={taken} onSuggest={useSuggestedId()} />
}
