'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { CreateShell } from '#components/form/writing/create-shell.tsx'
import { isUnderWay } from '#components/form/writing/create-state.ts'
import { useCreateForm } from '#components/form/writing/use-create-form.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { makeMarkStore } from '#components/form/marks/mark-store.ts'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { PreEncounterSection } from '#components/look-ups/pre-encounter-section.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { type JsonObject, parseExact } from '#lib/core/json.ts'
import type { Issue } from '#lib/core/result.ts'
import { countOf, fieldNoun } from '#lib/core/count-of.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import {
  creationBody,
  missingMembers,
  suggestedExternalId,
  type NewCapture,
} from '#lib/rules/new-records/new-capture.ts'
import { asideStyle } from '#components/charge-captures/aside-style.ts'
import { CaptureForm } from '#components/charge-captures/capture-form.tsx'
import { OtherWay, titleOf } from './create-head.tsx'
import { createMarks } from './create-marks.ts'
import { neededMembers, NeededPanel, NotCopied } from './needed-panel.tsx'
import { FormChecks } from '#components/charge-captures/checks/form-checks.tsx'
import { sectionEntries } from '#components/charge-captures/section-list.ts'
import { SectionNav } from '#components/charge-captures/section-nav.tsx'
import { TakenCard } from './taken-card.tsx'
import { useCreateCapture, type Created, type CreateKind, type CreateState } from './use-create-capture.ts'
import { useSaveGate, type SavePast } from '#components/charge-captures/saving/use-save-gate.tsx'

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

/** The form of a charge capture that does not exist yet: the editor's own sections over a record that holds nothing. */
export function NewCaptureForm({ kind, body, start, copiedFrom, draftRecord, draft }: NewCaptureFormProps) {
  const router = useRouter()
  // Rows of a draft stand for rows of the base that it was made on.
  const [base] = useState(() => (draft?.found?.base ? (parseExact(draft.found.base) as JsonObject) : start.base))
  const shape = useMemo(() => editableShape(body, base), [body, base])
  const filled = useCreateForm({ base, shape, draft })
  const { form } = filled
  const { state, create, clear } = useCreateCapture(kind)
  const { marks, unplaced, firstBad } = useMemo(() => createMarks(state, base.data, shape), [state, base, shape])
  const [store] = useState(() => makeMarkStore(marks))
  useLayoutEffect(() => store.put('said', marks), [store, marks])
  const isOpen = isUnderWay(state)
  const record = useMemo(() => ({ shape, base, marks: store, readOnly: false }), [shape, base, store])
  const checked = { base, editable: shape, body, preEncounter: kind === 'pre-encounter' ? ('new' as const) : undefined }
  const gatekeeper = useSaveGate(checked)
  const entries = useMemo(() => sectionEntries(base.data, body), [base, body])
  useEffect(() => {
    if (draft && !draft.found) focusControl(kind === 'plain' ? 'charge_external_id' : 'pre_encounter_patient_id')
  }, [draft, kind])

  const bodyNow = () => creationBody(base, shape, form.getValues())
  const suggest = () => {
    form.setValue('charge_external_id', suggestedExternalId(crypto.getRandomValues(new Uint8Array(8))), {
      shouldDirty: true,
    })
    clear()
    focusControl('charge_external_id')
  }
  const createPast = async (issues: readonly Issue[], past: SavePast | undefined): Promise<CreateState> => {
    const settled = await create(bodyNow(), issues, { past })
    if (settled.kind !== 'refused' || settled.failure.name !== 'ReasonNeeded') return settled
    const reason = await gatekeeper.askReason(settled.failure.issues)
    return reason ? createPast(issues, reason) : settled
  }
  const runCreate = async (): Promise<CreateState> => {
    const draft = structuredClone(form.getValues())
    const missing = missingMembers(bodyNow(), neededMembers(kind)).map((path) => ({
      path,
      message: 'Required to create a charge capture.',
    }))
    const problems = [...missing, ...problemsOf(base, shape, draft), ...unfinishedDates()]
    const gate = problems.length === 0 && !isOpen ? await gatekeeper.check(draft) : undefined
    if (gate?.kind === 'stay') return state
    const issues = [...problems, ...(gate?.kind === 'blocked' ? gate.issues : [])]
    const settled = await createPast(issues, gate?.kind === 'open' ? gate.past : undefined)
    if (settled.kind === 'created') return settled
    const target = settled.kind === 'taken' ? 'refusal' : (createMarks(settled, base.data, shape).firstBad ?? 'refusal')
    requestAnimationFrame(() => focusControl(target))
    return settled
  }
  const opened = (created: Created) => {
    showToast(createdToast(created))
    router.push(`/charge-captures/${encodeURIComponent(created.id)}`)
  }
  return (
    <CreateShell
      filled={filled}
      record={record}
      body={body}
      list={{ href: '/charge-captures', label: 'Charge captures' }}
      title={titleOf(kind, copiedFrom)}
      actions={copiedFrom === undefined && <OtherWay kind={kind} />}
      isLong
      noun="charge capture"
      state={state}
      unplaced={unplaced}
      firstBad={firstBad}
      taken="Not created: the charge external ID is already used."
      renderTaken={(taken) => <TakenCard taken={taken} onSuggest={suggest} />}
      label="Create"
      draftOf={{ kind: kind === 'plain' ? 'new-charge-capture' : 'new-from-pre-encounter', record: draftRecord }}
      onCreate={runCreate}
      onCreated={opened}
      clear={clear}
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
          {gatekeeper.dialog}
        </div>
      )}
    >
      {/* What was sent must stay what is shown until it is known whether it was made. */}
      <div inert={isOpen} className={isOpen ? 'flex flex-col gap-3 opacity-70' : 'flex flex-col gap-3'}>
        {kind === 'pre-encounter' && <PreEncounterSection />}
        <CaptureForm body={body} />
      </div>
    </CreateShell>
  )
}

function createdToast({ charge_external_id, is_found, unverified }: Created): {
  tone: 'green' | 'amber'
  message: string
} {
  const found = is_found ? ' The partner’s answer was lost, but the capture was found by its ID.' : ''
  const kept =
    unverified.length > 0
      ? ` The partner keeps ${countOf(unverified.length, fieldNoun)} with values other than sent.`
      : ''
  return { tone: kept ? 'amber' : 'green', message: `${charge_external_id} was created.${found}${kept}` }
}
