'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { RareFields } from '#components/form/more-fields.tsx'
import { SectionNotes } from '#components/form/section-notes.ts'
import { CreateForm } from '#components/form/writing/create-form.tsx'
import { useRecordForm } from '#components/form/writing/use-record-form.tsx'
import { PreEncounterSection } from '#components/look-ups/pre-encounter-section.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { countOf, fieldNoun } from '#lib/core/count-of.ts'
import { isJsonObject } from '#lib/core/json.ts'
import { rareCaptureFields } from '#lib/contract/rare-fields.ts'
import { draftOf, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { NewCapture } from '#lib/rules/new-records/new-capture.ts'
import { personMembers, type TakenOver } from '#lib/rules/new-records/take-over.ts'
import { asideStyle } from '#components/charge-captures/aside-style.ts'
import { CaptureSections } from '#components/charge-captures/capture-sections.tsx'
import { useSaveGate } from '#components/charge-captures/saving/use-save-gate.tsx'
import { sectionEntries } from '#components/charge-captures/section-list.ts'
import { SectionNav } from '#components/charge-captures/section-nav.tsx'
import { LastDiagnoses } from './last-diagnoses.tsx'
import { NeededPanel, NotCopied } from './needed-panel.tsx'
import {
  type Created,
  type CreateKind,
  newCaptureForms,
  type UnsavedCapture,
  unsavedCapture,
} from './new-capture-spec.ts'
import { PatientStep } from './patient-step.tsx'
import { asOfWords, sourceWords } from './source-words.ts'
import { TakenCard } from './taken-card.tsx'
import { useHeard } from './use-heard.ts'
import { useSuggestedId } from './use-suggested-id.ts'
import { useTakePatient } from './use-take-patient.ts'
import { useWorkOrder } from './work-order.ts'
import { useRecord } from '#components/form/record-context.tsx'
import { ChecksPanel } from '#components/charge-captures/checks/checks-panel.tsx'
import {
  type CheckedRecord,
  useCaptureChecks,
} from '#components/charge-captures/checks/use-capture-checks.ts'
import { useSameDayOfForm } from '#components/charge-captures/checks/use-same-day.tsx'

type NewCaptureFormProps = {
  kind: CreateKind
  /** The shape of the body that creates the capture. */
  body: ObjectShape
  start: NewCapture
  /** The charge external id of the capture that was copied. */
  copiedFrom: string | undefined
  /** Which form the draft belongs to, and the draft that was found for it. */
  draftRecord: string
  draft: OpenedDraft | undefined
}

/**
 * The form of a charge capture that does not exist yet: the editor's own sections over a record
 * that holds nothing.
 */
export function NewCaptureForm({
  kind,
  body,
  start,
  copiedFrom,
  draftRecord,
  draft,
}: NewCaptureFormProps) {
  const router = useRouter()
  const [first] = useState(() => unsavedCapture(body, start.base))
  const onDone = (created: Created) => {
    showToast(createdToast(created))
    router.push(`/charge-captures/${encodeURIComponent(created.id)}`)
  }
  const form = useRecordForm(newCaptureForms[kind], {
    record: draftRecord,
    first,
    opened: draft,
    onDone,
  })
  const { base, shape, taken } = form.loaded
  const checked = {
    base,
    editable: shape,
    body,
    preEncounter: kind === 'pre-encounter' ? ('new' as const) : undefined,
  }
  const gate = useSaveGate(checked)
  const entries = useMemo(() => sectionEntries(base.data, body, { isNew: true }), [base, body])
  const heard = useHeard(entries)
  const isCopy = copiedFrom !== undefined
  useEffect(() => {
    if (!draft || draft.found) return
    if (kind === 'pre-encounter') focusControl('pre_encounter_patient_id')
    else if (isCopy) focusControl('data.date_of_service')
  }, [draft, kind, isCopy])

  const suggest = useSuggestedId(form)
  // Each patient's sections are drawn anew: some decide by what they began with how they show it.
  const [takes, setTakes] = useState(0)
  const take = useTakePatient(({ base: content, taken }) => {
    const { charge_external_id } = base
    const next = {
      ...start.base,
      ...content,
      ...(charge_external_id === undefined ? {} : { charge_external_id }),
    }
    form.rebase(unsavedCapture(body, next, taken), (edits) => withoutPerson(form.loaded, edits))
    flushSync(() => setTakes((count) => count + 1))
    focusControl('data.date_of_service')
  })
  const ofNew = useMemo(
    () => ({ afterDiagnoses: taken && <LastDiagnoses taken={taken} /> }),
    [taken],
  )
  const notes = useMemo(() => (taken ? notesOf(taken, base) : {}), [taken, base])
  return (
    <CreateForm
      form={form}
      body={body}
      list={{ href: '/charge-captures', label: 'Charge captures' }}
      title={titleOf(kind, copiedFrom)}
      actions={copiedFrom === undefined && <OtherWay kind={kind} />}
      isLong
      legend="The charge capture"
      label="Create"
      taken="Not created: the charge external ID is already used."
      renderTaken={(taken) => <TakenCard taken={taken} onSuggest={suggest} />}
      onSave={() => {
        heard.hearAll()
        return form.save(gate)
      }}
      renderAround={(fields) => (
        <div className="grid grid-cols-1 gap-4 min-[900px]:grid-cols-[minmax(0,1fr)_14rem] min-[1200px]:grid-cols-[minmax(0,1fr)_16.5rem] min-[1420px]:grid-cols-[10.5rem_minmax(0,1fr)_17rem]">
          <div className="col-span-full min-[1420px]:sticky min-[1420px]:top-[calc(var(--strip-h)+4.25rem)] min-[1420px]:col-span-1 min-[1420px]:self-start">
            <SectionNav entries={entries} />
          </div>
          {fields}
          <aside aria-label="About this capture" className={asideStyle}>
            <NeededPanel kind={kind} onSuggest={suggest} />
            <FormChecks checked={checked} heard={heard} />
            {start.left.length > 0 && <NotCopied paths={start.left} />}
          </aside>
          {gate.dialog}
        </div>
      )}
    >
      {kind === 'pre-encounter' && <PreEncounterSection />}
      {kind === 'plain' && !isCopy && <PatientStep base={base} taken={taken} take={take} />}
      <RareFields value={rareCaptureFields}>
        <SectionNotes value={notes}>
          <InWorkOrder>
            <CaptureSections key={takes} body={body} ofNew={ofNew} />
          </InWorkOrder>
        </SectionNotes>
      </RareFields>
    </CreateForm>
  )
}

function InWorkOrder({ children }: { children: ReactNode }) {
  const onKeyDown = useWorkOrder()
  return (
    <div role="presentation" className="contents" onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}

// What was typed of another person does not stay in the chosen one.
function withoutPerson({ base, shape }: UnsavedCapture, edits: DraftObject): DraftObject {
  const untouched = draftOf(base, shape) as DraftObject & { data: DraftObject }
  const person = Object.fromEntries(personMembers.map((name) => [name, untouched.data[name]]))
  return {
    ...edits,
    patient_external_id: untouched.patient_external_id,
    data: { ...(edits.data as DraftObject), ...person },
  }
}

// Where the values of each section came from, beside its title.
function notesOf(
  { person, coverage, responsible, providers }: TakenOver,
  { data }: UnsavedCapture['base'],
): { [at: string]: string } {
  const has = (name: string) => isJsonObject(data) && data[name] !== undefined
  const notes: { [at: string]: string } = {}
  if (has('patient')) notes['data.patient'] = sourceWords(person)
  for (const name of ['subscriber_primary', 'subscriber_secondary', 'subscriber_tertiary'])
    if (coverage && has(name))
      notes[`data.${name}`] = `${sourceWords(coverage)} · ${asOfWords(coverage)}`
  for (const name of ['guarantor', 'rendering_provider', 'billing_provider', 'service_facility'])
    if (providers && has(name)) notes[`data.${name}`] = sourceWords(providers)
  const place = has('place_of_service_code') && providers ? sourceWords(providers) : undefined
  const payer = responsible ? sourceWords(responsible) : undefined
  notes[''] =
    place === payer && place !== undefined
      ? `place and responsible party ${place}`
      : [place && `place ${place}`, payer && `responsible party ${payer}`]
          .filter(Boolean)
          .join(' · ')
  return notes
}

function createdToast({ charge_external_id, is_found, unverified }: Created): {
  tone: 'green' | 'amber'
  message: string
} {
  const found = is_found
    ? ' The partner’s answer was lost, but the capture was found by its ID.'
    : ''
  const kept =
    unverified.length > 0
      ? ` The partner keeps ${countOf(unverified.length, fieldNoun)} with values other than sent.`
      : ''
  return {
    tone: kept ? 'amber' : 'green',
    message: `${charge_external_id} was created.${found}${kept}`,
  }
}

const other: { [K in CreateKind]: { href: string; label: string } } = {
  plain: {
    href: '/charge-captures/new-from-pre-encounter',
    label: 'Create from pre-encounter records',
  },
  'pre-encounter': { href: '/charge-captures/new', label: 'Create without pre-encounter records' },
}

function titleOf(kind: CreateKind, copiedFrom: string | undefined): string {
  if (kind === 'pre-encounter') return 'New charge capture from pre-encounter records'
  return copiedFrom === undefined
    ? 'New charge capture'
    : `New charge capture, copied from ${copiedFrom}`
}

// The way to the other page that creates a capture.
function OtherWay({ kind }: { kind: CreateKind }) {
  return (
    <LinkButton tone="quiet" href={other[kind].href}>
      {other[kind].label}
    </LinkButton>
  )
}

/**
 * The checks of a form whose capture the partner does not know yet, compared with what else was
 * done that day.
 */
function FormChecks({
  checked,
  heard: { isHeard, isAllHeard },
}: {
  checked: CheckedRecord
  heard: ReturnType<typeof useHeard>
}) {
  const { marks } = useRecord()
  const { others, note } = useSameDayOfForm(checked.preEncounter === 'new')
  return (
    <ChecksPanel
      findings={useCaptureChecks({ ...checked, others }, marks, isHeard)}
      note={note}
      waiting={
        isAllHeard
          ? undefined
          : 'A section is checked when you leave it, and everything when you press Create.'
      }
    />
  )
}
