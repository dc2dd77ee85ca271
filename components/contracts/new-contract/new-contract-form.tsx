'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TermsSections } from '#components/contracts/overview/terms-sections.tsx'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { Section } from '#components/form/section.tsx'
import { CreateForm } from '#components/form/writing/create-form.tsx'
import {
  formSpec,
  useRecordForm,
  type Editable,
} from '#components/form/writing/use-record-form.tsx'
import { FindButton } from '#components/look-ups/find-button.tsx'
import { ContractingParties } from '#components/look-ups/party-field.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { CreateContractReply } from '#lib/actions/contracts/create-contract.ts'
import { createContractV2, createContractV3 } from '#lib/actions/records.ts'
import { outdate } from '#lib/queries/outdates.ts'
import {
  contractRequest,
  emptyContract,
  newContractProblems,
} from '#lib/rules/contract-edit/new-contract.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { KindSection } from './kind-section.tsx'
import { UnsureCard } from './unsure-card.tsx'

type Created = Extract<CreateContractReply, { kind: 'created' }>
/** The answer was lost, and these may be the contract that was created. */
type Unsure = Extract<CreateContractReply, { kind: 'taken' }>

const newContractForm = formSpec<Editable, { version: 2 | 3; body: string }, Created, Unsure>({
  kind: 'new-contract',
  noun: 'contract',
  isNew: true,
  send: ({ version, ...request }) =>
    version === 2 ? createContractV2(request) : createContractV3(request),
  request({ shape }, draft) {
    const { version, body } = contractRequest(shape, draft)
    return { version, body: JSON.stringify(body) }
  },
  settle: (client) => void outdate(client, 'createContractV3'),
  rebase: (first) => first,
  problems: ({ shape }, draft) => newContractProblems(contractRequest(shape, draft).body),
  waitsWhenTaken: true,
})

type NewContractPageProps = { shape: ObjectShape; insuranceCodes: readonly string[] }

/** The page that creates a contract of any kind. */
export function NewContractPage(props: NewContractPageProps) {
  const draft = useOpenedDraft({ kind: 'new-contract', record: 'new' })
  return (
    <NewContractForm key={draft?.found ? 'with its draft' : 'empty'} {...props} draft={draft} />
  )
}

function NewContractForm({
  shape,
  insuranceCodes,
  draft,
}: NewContractPageProps & { draft: OpenedDraft | undefined }) {
  const router = useRouter()
  const [first] = useState(() => ({
    base: emptyContract,
    text: JSON.stringify(emptyContract),
    shape,
  }))
  const open = (id: string) => router.push(`/contracts/${encodeURIComponent(id)}`)
  const onDone = ({ id, unverified }: Created) => {
    const kept =
      unverified.length > 0
        ? ` The partner keeps ${unverified.map(pathLabel).join(', ')} with a different value than you sent.`
        : ''
    showToast({
      tone: kept === '' ? 'green' : 'amber',
      message: `The contract was created.${kept}`,
    })
    open(id)
  }
  const form = useRecordForm(newContractForm, { record: 'new', first, opened: draft, onDone })
  const foundAgain = async (id: string) => {
    await form.finish()
    open(id)
  }
  return (
    <CreateForm
      form={form}
      body={shape}
      list={{ href: '/contracts', label: 'Contracts' }}
      title="New contract"
      legend="The contract"
      label="Create contract"
      taken="It may or may not have been created. Answer above."
      renderTaken={({ candidates }) => (
        <UnsureCard
          candidates={candidates}
          onIsThis={(id) => void foundAgain(id)}
          onIsNone={form.clear}
        />
      )}
    >
      <KindSection />
      <PartiesSection />
      <TermsSections insuranceCodes={insuranceCodes} isNew />
      <ProvidersSection />
    </CreateForm>
  )
}

// Found by name, or by the partner's ids.
function PartiesSection() {
  return (
    <Section at="parties" title="Parties">
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 min-[900px]:grid-cols-2">
        <ContractingParties />
      </div>
    </Section>
  )
}

// An institutional contract has facilities instead.
function ProvidersSection() {
  const kind: unknown = useWatch({ name: 'type' })
  if (kind === 'institutional') return <FacilitiesSection />
  const hint =
    kind === 'professional-v2'
      ? 'The partner’s provider IDs, one per line or separated by commas. 4,000 at most.'
      : 'Optional. One ID per line, 4,000 at most. The contract’s Providers page adds up to 100,000 at once.'
  return (
    <Section at="providers" title="Rendering providers">
      <RecordField name="rendering_provider_ids" mono hint={hint} />
    </Section>
  )
}

function FacilitiesSection() {
  const name = 'contract_service_facilities'
  const { getValues, setValue } = useFormContext()
  const typed: unknown = useWatch({ name })
  const ids = typeof typed === 'string' ? typed.split(/[\s,]+/).filter(Boolean) : []
  return (
    <Section
      at="facilities"
      title="Service facilities"
      actions={
        <FindButton
          kind="facility"
          what="service facilities"
          byHand="Enter their IDs in the field."
          isChosen={({ organization_service_facility_id: id }) => ids.includes(id)}
          onChoose={({ organization_service_facility_id: id }) => {
            const rest = ids.filter((each) => each !== id)
            const next = rest.length === ids.length ? [...ids, id] : rest
            if (getValues(name) !== next.join('\n'))
              setValue(name, next.join('\n'), { shouldDirty: true })
          }}
        />
      }
    >
      <RecordField
        name={name}
        mono
        hint="Optional. One ID per line, 100 at most. Who works at each is chosen on the contract’s Service facilities page."
      />
    </Section>
  )
}
