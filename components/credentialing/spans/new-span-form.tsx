'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { CreateFields, CreateShell } from '#components/form/writing/create-shell.tsx'
import { useCreateForm } from '#components/form/writing/use-create-form.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { FollowIssues } from '#components/form/marks/follow-issues.tsx'
import { useIssueMarks } from '#components/form/marks/use-issue-marks.ts'
import { unfinishedDates } from '#components/form/drafts/unfinished-dates.ts'
import { showToast } from '#components/ui/toast-store.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { problemsOf } from '#lib/rules/edit/edit-changes.ts'
import { edited } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import { type SpanKind, coveredMember, partyMembers } from '#lib/rules/span-edit/span-terms.ts'
import { CandidatesCard } from './candidates-card.tsx'
import { NewSpanNeighbours } from './new-span-neighbours.tsx'
import { spanWays } from './span-kinds.ts'
import { DatesSection, PartiesSection, WhereSection } from './span-sections.tsx'
import { useCreateSpan, type Created, type CreateSpanState } from './use-create-span.ts'

type NewSpanFormProps = {
  kind: SpanKind
  shape: ObjectShape
  /** The ids that the address names. */
  given: JsonObject
  draftRecord: string
  draft: OpenedDraft | undefined
  today: LocalDate
}

/** The form that creates a credentialing span. `draft` is what it is opened with; undefined while it is being read. */
export function NewSpanForm({ kind, shape, given, draftRecord, draft, today }: NewSpanFormProps) {
  const { noun, list } = spanWays[kind]
  const router = useRouter()
  const filled = useCreateForm({ base: given, shape, draft })
  const { state, create, goOn, giveUp } = useCreateSpan(kind)
  const { record, unplaced, firstBad } = useIssueMarks({ state, shape, base: given })
  const [known, setKnown] = useState<ReadonlySet<string>>()

  const body = () => requestOf(edited(given, shape, structuredClone(filled.form.getValues())) as JsonObject)
  const problems = () => [
    ...unfinishedDates(),
    ...problemsOf(given, shape, filled.form.getValues()),
    ...spanProblems(kind, body(), [coveredMember[kind], ...partyMembers]),
  ]
  const runCreate = async (): Promise<CreateSpanState> => {
    // While a person has to say what became of the first, there is no second.
    if (state.kind === 'taken') {
      focusControl('refusal')
      return state
    }
    return create(body(), problems())
  }
  const opened = ({ id, is_found, unverified }: Created) => {
    const kept = unverified.length > 0 ? ' The partner saved some values differently. Check them.' : ''
    showToast({
      tone: unverified.length > 0 ? 'amber' : 'green',
      message: `The ${noun} was created.${is_found ? ' It’s the one you chose.' : ''}${kept}`,
    })
    router.push(`${list.href}/${encodeURIComponent(id)}`)
  }
  const answer = async (word?: Parameters<typeof goOn>[0]) => {
    const next = await goOn(word)
    if (next.kind !== 'created') return
    // An empty form has no draft: what was created must not come back to be created again.
    filled.empty()
    opened(next.created)
  }
  return (
    <CreateShell
      filled={filled}
      record={record}
      list={list}
      title={`New ${noun}`}
      noun={noun}
      state={state}
      unplaced={unplaced}
      firstBad={firstBad}
      taken="No answer from the partner. Choose above whether the span was created."
      renderTaken={(taken) => (
        <CandidatesCard
          kind={kind}
          taken={taken}
          known={known}
          onMade={(id) => void answer({ kind: 'made', id })}
          onNotMade={() => void answer({ kind: 'not-made', seen: taken.candidates.map((each) => each.id) })}
          onLook={() => void answer()}
        />
      )}
      label="Create span"
      draftOf={{ kind: `new-${kind}-span`, record: draftRecord }}
      onCreate={runCreate}
      onCreated={opened}
      clear={giveUp}
    >
      <FollowIssues state={state} read={problems} shape={shape} />
      <CreateFields legend="The span" state={state} waitsWhenTaken>
        <PartiesSection kind={kind} isNew />
        <DatesSection />
        <NewSpanNeighbours
          kind={kind}
          today={today}
          isSent={state.kind !== 'idle' && state.kind !== 'invalid' && state.kind !== 'refused'}
          isHidden={state.kind === 'taken'}
          onKnown={setKnown}
        />
        <WhereSection kind={kind} />
      </CreateFields>
    </CreateShell>
  )
}

// What was never filled in is not sent.
function requestOf(body: JsonObject): JsonObject {
  const said = Object.entries(body).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(said.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]))
}
