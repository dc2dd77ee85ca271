'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { CreateFoot } from '#components/form/writing/create-foot.tsx'
import { CreateNotice } from '#components/form/writing/create-notice.tsx'
import { isUnderWay } from '#components/form/writing/create-state.ts'
import { useCreateForm } from '#components/form/writing/use-create-form.ts'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import { focusControl } from '#components/form/focus-control.ts'
import { FollowIssues } from '#components/form/marks/follow-issues.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { RecordProvider } from '#components/form/record-context.tsx'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { edited } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { coveredMember, partyMembers } from '#lib/rules/span-edit/span-terms.ts'
import { CandidatesCard } from './candidates-card.tsx'
import { ListTrail } from './list-trail.tsx'
import { NewSpanNeighbours } from './new-span-neighbours.tsx'
import { spanWays } from './span-kinds.ts'
import { DatesSection, PartiesSection, WhereSection } from './span-sections.tsx'
import { useCreateSpan } from './use-create-span.ts'
import type { Created, CreateSpanState } from './use-create-span.ts'

type NewSpanFormProps = {
  kind: SpanKind
  shape: ObjectShape
  /** The ids that the address names. */
  given: JsonObject
  draftRecord: string
  found: FoundDraft | undefined
  today: LocalDate
}

/** The form that creates a credentialing span. `found` is what an earlier visit left in it. */
export function NewSpanForm({ kind, shape, given, draftRecord, found, today }: NewSpanFormProps) {
  const { noun, list } = spanWays[kind]
  const router = useRouter()
  const { form, restored, hasEdits, empty } = useCreateForm({ base: given, shape, found })
  const { state, create, goOn, giveUp } = useCreateSpan(kind)
  const { record, unplaced, firstBad } = useIssueMarks({ state, shape, base: given })
  const [known, setKnown] = useState<ReadonlySet<string>>()
  useEscapeLeavesField()

  const isDirty = () => state.kind !== 'created' && hasEdits()
  const body = () => requestOf(edited(given, shape, structuredClone(form.getValues())) as JsonObject)
  const problems = () => [...unfinishedDates(), ...problemsOf(given, shape, form.getValues()), ...spanProblems(kind, body(), [coveredMember[kind], ...partyMembers])]
  const runCreate = async (): Promise<CreateSpanState> => {
    // While a person has to say what became of the first, there is no second.
    if (state.kind === 'taken') {
      focusControl('refusal')
      return state
    }
    return create(body(), problems())
  }
  const discard = () => empty(giveUp)
  const opened = ({ id, is_found, unverified }: Created) => {
    const kept = unverified.length > 0 ? ' The partner keeps some of it otherwise than it was sent: look at it.' : ''
    showToast({ tone: unverified.length > 0 ? 'amber' : 'green', message: `The ${noun} was created.${is_found ? ' It is the one that you pointed out.' : ''}${kept}` })
    router.push(`${list.href}/${encodeURIComponent(id)}`)
  }
  const answer = async (word?: Parameters<typeof goOn>[0]) => {
    const next = await goOn(word)
    if (next.kind !== 'created') return
    // An empty form has no draft: what was created must not come back to be created again.
    empty()
    opened(next.created)
  }
  return (
    <FormProvider {...form}>
      <RecordProvider record={record}>
        <FollowIssues state={state} read={problems} shape={shape} />
        <div className="page-form px-5 pt-2.5">
          <PageHeader trail={<ListTrail list={list} />} title={`New ${noun}`} />
          <div className="flex min-w-0 flex-col gap-3 pt-3 pb-6">
            {restored && <DraftNote savedAt={restored.saved_at} onDiscard={discard} />}
            <CreateNotice state={state} noun={noun} unplaced={unplaced} onCheck={() => void runCreate()}>
              {(taken) => (
                <CandidatesCard
                  kind={kind}
                  taken={taken}
                  known={known}
                  onMade={(id) => void answer({ kind: 'made', id })}
                  onNotMade={() => void answer({ kind: 'not-made', seen: taken.candidates.map((each) => each.id) })}
                  onLook={() => void answer()}
                />
              )}
            </CreateNotice>
            {/* While nobody knows what became of what was sent, nothing else may take its place. */}
            <fieldset disabled={isUnderWay(state) || state.kind === 'taken'} className="flex min-w-0 flex-col gap-3">
              <legend className="sr-only">The span</legend>
              <PartiesSection kind={kind} isNew />
              <DatesSection />
              <NewSpanNeighbours kind={kind} today={today} isSent={state.kind !== 'idle' && state.kind !== 'invalid' && state.kind !== 'refused'} isHidden={state.kind === 'taken'} onKnown={setKnown} />
              <WhereSection kind={kind} />
            </fieldset>
          </div>
          <CreateFoot
            state={state}
            label="Create span"
            taken="The answer was lost. Say above whether the span was created."
            firstBad={firstBad}
            draftOf={{ kind: `new-${kind}-span`, record: draftRecord }}
            found={found}
            base={given}
            shape={shape}
            isDirty={isDirty}
            onCreate={runCreate}
            onCreated={opened}
            onDiscard={discard}
          />
        </div>
      </RecordProvider>
    </FormProvider>
  )
}

// What was never filled in is not sent.
function requestOf(body: JsonObject): JsonObject {
  const said = Object.entries(body).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(said.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]))
}
