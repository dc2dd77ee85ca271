'use client'
import { useRouter } from 'next/navigation'
import { useWatch } from 'react-hook-form'
import { CreateFields, CreateShell } from '#components/form/writing/create-shell.tsx'
import { useCreateForm } from '#components/form/writing/use-create-form.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { FollowIssues } from '#components/form/marks/follow-issues.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { Section } from '#components/form/section.tsx'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { showToast } from '#components/ui/toast-store.ts'
import { contractRequest, emptyContract, newContractProblems } from '#lib/rules/contract-edit/new-contract.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { TermsSections } from '#components/contracts/overview/terms-sections.tsx'
import { KindSection } from './kind-section.tsx'
import { PartiesSection } from './parties-section.tsx'
import { UnsureCard } from './unsure-card.tsx'
import { useCreateContract, type Created, type State } from './use-create-contract.ts'

type NewContractFormProps = { shape: ObjectShape; insuranceCodes: readonly string[]; draft: OpenedDraft | undefined }

/** The form that creates a contract of any kind. `draft` is what it is opened with; undefined while it is being read. */
export function NewContractForm({ shape, insuranceCodes, draft }: NewContractFormProps) {
  const router = useRouter()
  const filled = useCreateForm({ base: emptyContract, shape, draft })
  const { state, create, clear } = useCreateContract()
  const { record, unplaced, firstBad } = useIssueMarks({ state, shape, base: emptyContract })

  const problems = () => {
    const draft = structuredClone(filled.form.getValues())
    return [
      ...unfinishedDates(),
      ...problemsOf(emptyContract, shape, draft),
      ...newContractProblems(contractRequest(shape, draft).body),
    ]
  }
  const runCreate = async (): Promise<State> => {
    // Until a person has said whether it was made, there is nothing to send.
    if (state.kind === 'taken') {
      focusControl('refusal')
      return state
    }
    const { version, body } = contractRequest(shape, structuredClone(filled.form.getValues()))
    return create(body, problems(), { version })
  }
  const open = (id: string) => router.push(`/contracts/${encodeURIComponent(id)}`)
  const foundAgain = (id: string) => {
    // An empty form has no draft: what was created must not come back to be created again.
    filled.empty()
    open(id)
  }
  const opened = ({ id, unverified }: Created) => {
    const kept =
      unverified.length > 0
        ? ` The partner keeps ${unverified.map(pathLabel).join(', ')} with a different value than you sent.`
        : ''
    showToast({ tone: kept === '' ? 'green' : 'amber', message: `The contract was created.${kept}` })
    open(id)
  }
  return (
    <CreateShell
      filled={filled}
      record={record}
      body={shape}
      list={{ href: '/contracts', label: 'Contracts' }}
      title="New contract"
      noun="contract"
      state={state}
      unplaced={unplaced}
      firstBad={firstBad}
      taken="It may or may not have been created. Answer above."
      renderTaken={({ candidates }) => <UnsureCard candidates={candidates} onIsThis={foundAgain} onIsNone={clear} />}
      label="Create contract"
      draftOf={{ kind: 'new-contract', record: 'new' }}
      onCreate={runCreate}
      onCreated={opened}
      clear={clear}
    >
      <FollowIssues state={state} read={problems} shape={shape} />
      <CreateFields legend="The contract" state={state} waitsWhenTaken>
        <KindSection />
        <PartiesSection />
        <TermsSections insuranceCodes={insuranceCodes} />
        <ProvidersSection />
      </CreateFields>
    </CreateShell>
  )
}

// An institutional contract has facilities instead.
function ProvidersSection() {
  const kind: unknown = useWatch({ name: 'type' })
  if (kind === 'institutional') return null
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
