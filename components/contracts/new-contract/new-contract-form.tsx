'use client'
import { useRouter } from 'next/navigation'
import { FormProvider, useWatch } from 'react-hook-form'
import { BodyShape } from '#components/form/body-shape.ts'
import { CreateFoot } from '#components/form/writing/create-foot.tsx'
import { CreateNotice } from '#components/form/writing/create-notice.tsx'
import { isUnderWay } from '#components/form/writing/create-state.ts'
import { useCreateForm } from '#components/form/writing/use-create-form.ts'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import { pathLabel } from '#components/form/field-label.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { FollowIssues } from '#components/form/marks/follow-issues.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { RecordProvider } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { contractRequest, emptyContract, newContractProblems } from '#lib/rules/contract-edit/new-contract.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { TermsSections } from '../overview/terms-sections.tsx'
import { KindSection } from './kind-section.tsx'
import { PartiesSection } from './parties-section.tsx'
import { UnsureCard } from './unsure-card.tsx'
import { useCreateContract } from './use-create-contract.ts'
import type { Created, State } from './use-create-contract.ts'

type NewContractFormProps = { shape: ObjectShape; insuranceCodes: readonly string[]; found: FoundDraft | undefined }

/** The form that creates a contract of any kind. `found` is what an earlier visit left in it. */
export function NewContractForm({ shape, insuranceCodes, found }: NewContractFormProps) {
  const router = useRouter()
  const { form, restored, hasEdits, empty } = useCreateForm({ base: emptyContract, shape, found })
  const { state, create, clear } = useCreateContract()
  const { record, unplaced, firstBad } = useIssueMarks({ state, shape, base: emptyContract })
  useEscapeLeavesField()

  const isDirty = () => state.kind !== 'created' && hasEdits()
  const problems = () => {
    const draft = structuredClone(form.getValues())
    return [...unfinishedDates(), ...problemsOf(emptyContract, shape, draft), ...newContractProblems(contractRequest(shape, draft).body)]
  }
  const runCreate = async (): Promise<State> => {
    // Until a person has said whether it was made, there is nothing to send.
    if (state.kind === 'taken') {
      focusControl('refusal')
      return state
    }
    const { version, body } = contractRequest(shape, structuredClone(form.getValues()))
    return create(body, problems(), { version })
  }
  const discard = () => empty(clear)
  const open = (id: string) => router.push(`/contracts/${encodeURIComponent(id)}`)
  const foundAgain = (id: string) => {
    // An empty form has no draft: what was created must not come back to be created again.
    empty()
    open(id)
  }
  const opened = ({ id, unverified }: Created) => {
    const kept = unverified.length > 0 ? ` The partner keeps ${unverified.map(pathLabel).join(', ')} otherwise than it was sent.` : ''
    showToast({ tone: kept === '' ? 'green' : 'amber', message: `The contract was created.${kept}` })
    open(id)
  }
  return (
    <FormProvider {...form}>
      <RecordProvider record={record}>
        <BodyShape value={shape}>
          <FollowIssues state={state} read={problems} shape={shape} />
          <div className="px-5 pt-2.5">
            <Head />
            <div className="flex min-w-0 flex-col gap-3 pt-3 pb-6">
              {restored && <DraftNote savedAt={restored.saved_at} onDiscard={discard} />}
              <CreateNotice state={state} noun="contract" unplaced={unplaced} onCheck={() => void runCreate()}>
                {({ candidates }) => <UnsureCard candidates={candidates} onIsThis={foundAgain} onIsNone={clear} />}
              </CreateNotice>
              {/* While nobody knows what became of what was sent, nothing else may take its place. */}
              <fieldset disabled={isUnderWay(state) || state.kind === 'taken'} className="flex min-w-0 flex-col gap-3">
                <legend className="sr-only">The contract</legend>
                <KindSection />
                <PartiesSection />
                <TermsSections insuranceCodes={insuranceCodes} />
                <ProvidersSection />
              </fieldset>
            </div>
            <CreateFoot
              state={state}
              label="Create contract"
              taken="It is not known whether it was created: say so above."
              firstBad={firstBad}
              draftOf={{ kind: 'new-contract', record: 'new' }}
              found={found}
              base={emptyContract}
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

// An institutional contract has facilities instead.
function ProvidersSection() {
  const kind: unknown = useWatch({ name: 'type' })
  if (kind === 'institutional') return null
  const hint = kind === 'professional-v2' ? 'The partner’s provider ids, one a line or parted by commas, 4,000 at most.' : 'May stay empty: the contract’s Providers page adds up to 100,000 at once. 4,000 ids at most here, one a line.'
  return (
    <Section at="providers" title="Rendering providers">
      <RecordField name="rendering_provider_ids" mono hint={hint} />
    </Section>
  )
}

function Head() {
  const path = (
    <>
      <SoftLink href="/contracts" className="hover:underline">
        Contracts
      </SoftLink>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
    </>
  )
  return <PageHeader trail={path} title="New contract" />
}
