'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useState } from 'react'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { CreateForm } from '#components/form/writing/create-form.tsx'
import { useRecordForm } from '#components/form/writing/use-record-form.tsx'
import { PreEncounterSection } from '#components/look-ups/pre-encounter-section.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { countOf, fieldNoun } from '#lib/core/count-of.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { type NewCapture, suggestedExternalId } from '#lib/rules/new-records/new-capture.ts'
import { asideStyle } from '#components/charge-captures/aside-style.ts'
import { CaptureSections } from '#components/charge-captures/capture-sections.tsx'
import { useSaveGate } from '#components/charge-captures/saving/use-save-gate.tsx'
import { sectionEntries } from '#components/charge-captures/section-list.ts'
import { SectionNav } from '#components/charge-captures/section-nav.tsx'
import { NeededPanel, NotCopied } from './needed-panel.tsx'
import { type Created, type CreateKind, newCaptureForms } from './new-capture-spec.ts'
import { TakenCard } from './taken-card.tsx'
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
  const [first] = useState(() => ({
    base: start.base,
    text: JSON.stringify(start.base),
    shape: editableShape(body, start.base),
    body,
  }))
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
  const { base, shape } = form.loaded
  const checked = {
    base,
    editable: shape,
    body,
    preEncounter: kind === 'pre-encounter' ? ('new' as const) : undefined,
  }
  const gate = useSaveGate(checked)
  const entries = useMemo(() => sectionEntries(base.data, body), [base, body])
  useEffect(() => {
    if (draft && !draft.found)
      focusControl(kind === 'plain' ? 'charge_external_id' : 'pre_encounter_patient_id')
  }, [draft, kind])

  const suggest = () => {
    const id = suggestedExternalId(crypto.getRandomValues(new Uint8Array(8)))
    form.form.setValue('charge_external_id', id, { shouldDirty: true })
    form.clear()
    focusControl('charge_external_id')
  }
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
      onSave={() => form.save(gate)}
      renderAround={(fields) => (
        <div className="grid grid-cols-1 gap-4 min-[900px]:grid-cols-[minmax(0,1fr)_14rem] min-[1200px]:grid-cols-[minmax(0,1fr)_16.5rem] min-[1420px]:grid-cols-[10.5rem_minmax(0,1fr)_17rem]">
          <div className="col-span-full min-[1420px]:sticky min-[1420px]:top-[calc(var(--strip-h)+4.25rem)] min-[1420px]:col-span-1 min-[1420px]:self-start">
            <SectionNav entries={entries} />
          </div>
          {fields}
          <aside aria-label="About this capture" className={asideStyle}>
            <NeededPanel kind={kind} onSuggest={suggest} />
            <FormChecks {...checked} />
            {start.left.length > 0 && <NotCopied paths={start.left} />}
          </aside>
          {gate.dialog}
        </div>
      )}
    >
      {kind === 'pre-encounter' && <PreEncounterSection />}
      <CaptureSections body={body} />
    </CreateForm>
  )
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
    label: 'From pre-encounter records instead',
  },
  'pre-encounter': { href: '/charge-captures/new', label: 'Without pre-encounter records instead' },
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
function FormChecks(checked: CheckedRecord) {
  const { marks } = useRecord()
  const { others, note } = useSameDayOfForm(checked.preEncounter === 'new')
  return <ChecksPanel findings={useCaptureChecks({ ...checked, others }, marks)} note={note} />
}
