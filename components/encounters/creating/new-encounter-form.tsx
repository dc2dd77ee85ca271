'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DiagnosesSection } from '#components/form/diagnoses/diagnoses-section.tsx'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import { CreateForm } from '#components/form/writing/create-form.tsx'
import {
  formSpec,
  useRecordForm,
  type Editable,
} from '#components/form/writing/use-record-form.tsx'
import { PreEncounterSection } from '#components/look-ups/pre-encounter-section.tsx'
import { Card } from '#components/ui/card.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { CreateEncounterReply } from '#lib/actions/encounters/create-encounter.ts'
import { createEncounterFromPreEncounter } from '#lib/actions/records.ts'
import { outdate } from '#lib/queries/outdates.ts'
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
import { TakenCard, type Taken } from './taken-card.tsx'

type Created = Extract<CreateEncounterReply, { kind: 'created' }>

const newEncounterForm = formSpec<Editable, { body: string }, Created, Taken>({
  kind: 'new-encounter',
  noun: 'encounter',
  isNew: true,
  send: createEncounterFromPreEncounter,
  request: ({ shape }, draft) => ({ body: JSON.stringify(encounterRequest(shape, draft)) }),
  settle: (client) => void outdate(client, 'createEncounterFromPreEncounter'),
  rebase: (first) => first,
  taken: { path: 'external_id', message: 'Another encounter has this external ID.' },
})

/** The page that creates an encounter from pre-encounter records. */
export function NewEncounterPage({ shape }: { shape: ObjectShape }) {
  const draft = useOpenedDraft({ kind: 'new-encounter', record: 'new' })
  return (
    <NewEncounterForm key={draft?.found ? 'with its draft' : 'empty'} shape={shape} draft={draft} />
  )
}

function NewEncounterForm({
  shape,
  draft,
}: {
  shape: ObjectShape
  draft: OpenedDraft | undefined
}) {
  const router = useRouter()
  const [first] = useState(() => ({
    base: emptyEncounter,
    text: JSON.stringify(emptyEncounter),
    shape,
  }))
  // With a line to fill in: nearly every visit has one, and an empty one is not sent.
  const [placeholderRows] = useState(() => ({
    service_lines: [newRow(shapeAt(shape, 'service_lines.0')!)],
  }))
  const onDone = ({ id, external_id, is_found }: Created) => {
    const foundAgain = is_found
      ? ' The partner’s answer was lost, but the encounter was found by its external ID.'
      : ''
    showToast({
      tone: 'green',
      message: `${external_id} was created. It follows its pre-encounter records until it is submitted or adjudicated.${foundAgain}`,
    })
    router.push(`/encounters/${encodeURIComponent(id)}`)
  }
  const form = useRecordForm(newEncounterForm, {
    record: 'new',
    first,
    opened: draft,
    placeholderRows,
    onDone,
  })
  return (
    <CreateForm
      form={form}
      body={shape}
      list={{ href: '/encounters', label: 'Encounters' }}
      title="New encounter"
      note="from pre-encounter records"
      legend="The encounter"
      label="Create encounter"
      taken="Not created: the external ID is already used."
      renderTaken={(taken) => <SuggestingTakenCard taken={taken} />}
      before={
        <Card>
          <p className="text-sm text-ink">
            The encounter follows its pre-encounter records: until it is submitted or adjudicated,
            every change to the patient, the coverage or the appointments changes it too.
          </p>
        </Card>
      }
    >
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
    </CreateForm>
  )
}

// Inside the form, so that a suggested id reaches its field.
function SuggestingTakenCard({ taken }: { taken: Taken }) {
  return <TakenCard taken={taken} onSuggest={useSuggestedId()} />
}
