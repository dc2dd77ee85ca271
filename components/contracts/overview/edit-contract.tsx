'use client'
import { useEffect, useState } from 'react'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { focusControl } from '#components/form/focus-control.ts'
import {
  RecordFields,
  RecordFormFrame,
  RestoredNote,
  SaveRefusal,
} from '#components/form/writing/record-form.tsx'
import { SaveBar } from '#components/form/writing/save-bar.tsx'
import { useRecordForm } from '#components/form/writing/use-record-form.tsx'
import { useKeys } from '#components/frame/keys/keys.ts'
import type { ContractSaved } from '#lib/actions/contracts/save-contract.ts'
import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { contractForms, openTerms } from './contract-form.ts'
import { TermsSections } from './terms-sections.tsx'

type EditContractProps = {
  id: string
  version: ContractVersion
  record: JsonObject
  shape: ObjectShape
  insuranceCodes: readonly string[]
  /** The draft that the form is opened with. */
  draft: OpenedDraft
  /** `saved` is what the save answered; undefined when the form was left without one. */
  onDone: (saved?: ContractSaved) => void
}

/** The form of a contract's terms. */
export function EditContract({
  id,
  version,
  record,
  shape,
  insuranceCodes,
  draft,
  onDone,
}: EditContractProps) {
  const [first] = useState(() => openTerms(id, record, shape))
  const form = useRecordForm(contractForms[version], {
    record: id,
    first,
    opened: draft,
    onDone,
    onCancel: onDone,
  })
  const isRestored = draft.found !== undefined
  useEffect(() => {
    focusControl(isRestored ? 'restored' : 'contract_status')
  }, [isRestored])
  useKeys([{ keys: 'Mod+Enter', label: 'Save the contract', run: () => void form.save() }])
  return (
    <RecordFormFrame form={form} body={shape}>
      <div role="form" aria-label="Edit the contract">
        <div className="flex min-w-0 flex-col gap-3 pb-6">
          <RestoredNote form={form} />
          <SaveRefusal form={form} />
          <RecordFields form={form} legend="The contract">
            <TermsSections insuranceCodes={insuranceCodes} />
          </RecordFields>
        </div>
        <SaveBar
          form={form}
          keyLabel="Save the contract"
          hint="Only changes are sent."
          cancel="Cancel"
          className="-mb-4"
        />
      </div>
    </RecordFormFrame>
  )
}
