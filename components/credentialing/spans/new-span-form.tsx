'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import { CreateForm } from '#components/form/writing/create-form.tsx'
import {
  formSpec,
  useRecordForm,
  type Editable,
} from '#components/form/writing/use-record-form.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { CreateSpanReply } from '#lib/actions/spans/create-span.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { spanProblems } from '#lib/rules/span-edit/span-problems.ts'
import { type SpanKind, coveredMember, partyMembers } from '#lib/rules/span-edit/span-terms.ts'
import { CandidatesCard, type Taken } from './candidates-card.tsx'
import { spanWays } from './span-kinds.ts'
import { NewSpanNeighbours } from './span-neighbours.tsx'
import { DatesSection, PartiesSection, WhereSection } from './span-sections.tsx'

type Created = Extract<CreateSpanReply, { kind: 'created' }>
type Answer = { kind: 'made'; id: string } | { kind: 'not-made'; seen: string[] }

// After a lost answer the same operation continues with the person's answer. A second operation
// could create a second span.
const newSpanForms = { facility: newSpanForm('facility'), provider: newSpanForm('provider') }

function newSpanForm(kind: SpanKind) {
  const { noun, create, writes } = spanWays[kind]
  return formSpec<Editable, { body: string; answer?: Answer }, Created, Taken>({
    kind: `new-${kind}-span`,
    noun,
    isNew: true,
    send: create,
    request: (loaded, draft) => ({ body: JSON.stringify(requestOf(loaded, draft)) }),
    settle: (client) => void outdate(client, writes.create),
    rebase: (first) => first,
    problems: (loaded, draft) =>
      spanProblems(kind, requestOf(loaded, draft), [coveredMember[kind], ...partyMembers]),
    waitsWhenTaken: true,
  })
}

// An empty field is not sent.
function requestOf({ base, shape }: Editable, draft: DraftObject): JsonObject {
  const members = Object.entries(edited(base, shape, draft) as JsonObject) // an object's edits make an object
  const filled = members.filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(
    filled.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )
}

type NewSpanPageProps = {
  kind: SpanKind
  shape: ObjectShape
  /** The ids that the address names. */
  given: JsonObject
  draftRecord: string
  today: LocalDate
}

/** The page that creates a span. */
export function NewSpanPage(props: NewSpanPageProps) {
  const { kind, draftRecord } = props
  const draft = useOpenedDraft({ kind: `new-${kind}-span`, record: draftRecord })
  return (
    <NewSpanForm
      key={draft?.found ? `${draftRecord} with its draft` : draftRecord}
      {...props}
      draft={draft}
    />
  )
}

function NewSpanForm({
  kind,
  shape,
  given,
  draftRecord,
  draft,
  today,
}: NewSpanPageProps & { draft: OpenedDraft | undefined }) {
  const { noun, list } = spanWays[kind]
  const router = useRouter()
  const [first] = useState(() => ({ base: given, text: JSON.stringify(given), shape }))
  const [known, setKnown] = useState<ReadonlySet<string>>()
  const onDone = ({ id, is_found, unverified }: Created) => {
    const kept =
      unverified.length > 0 ? ' The partner saved some values differently. Check them.' : ''
    showToast({
      tone: unverified.length > 0 ? 'amber' : 'green',
      message: `The ${noun} was created.${is_found ? ' It’s the one you chose.' : ''}${kept}`,
    })
    router.push(`${list.href}/${encodeURIComponent(id)}`)
  }
  const form = useRecordForm(newSpanForms[kind], {
    record: draftRecord,
    first,
    opened: draft,
    onDone,
  })
  const { state } = form
  const answer = (answer?: Answer) => void form.resume(answer && { answer })
  return (
    <CreateForm
      form={form}
      list={list}
      title={`New ${noun}`}
      legend="The span"
      label="Create span"
      taken="No answer from the partner. Choose above whether the span was created."
      renderTaken={(taken) => (
        <CandidatesCard
          kind={kind}
          taken={taken}
          known={known}
          onMade={(id) => answer({ kind: 'made', id })}
          onNotMade={() =>
            answer({ kind: 'not-made', seen: taken.candidates.map((each) => each.id) })
          }
          onLook={() => answer()}
        />
      )}
    >
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
    </CreateForm>
  )
}
