'use client'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { headInSight } from '#components/frame/head-in-sight.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import type { DraftPlace } from '#lib/rules/edit/draft-kinds.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { BodyShape } from '#components/form/body-shape.ts'
import { DraftNote } from '#components/form/drafts/draft-note.tsx'
import { RecordProvider } from '#components/form/record-context.tsx'
import { useEscapeLeavesField } from '#components/form/use-open-at.ts'
import { CreateFoot, type CreateFootHandle } from './create-foot.tsx'
import { CreateNotice } from './create-notice.tsx'
import { type CreateState, isUnderWay } from './create-state.ts'
import type { CreateForm } from './use-create-form.ts'

type CreateShellProps<Created, Taken> = {
  filled: CreateForm
  record: ComponentProps<typeof RecordProvider>['record']
  /** The shape of the whole body, where it holds parts that are shown but not edited. */
  body?: ObjectShape
  /** The list that the record will stand in, and what the head says. */
  list: { href: string; label: string }
  title: string
  note?: string
  actions?: ReactNode
  /** The head stays in sight over a form of many screens. */
  isLong?: boolean
  /** What is created, as "charge capture". */
  noun: string
  state: CreateState<Created, Taken>
  /** Complaints that belong to no field, and the first control with one, where that one takes the focus. */
  unplaced: readonly string[]
  firstBad?: string | undefined
  /** What it means that such a record exists already, or may: in one line, and the card about it. */
  taken: string
  renderTaken: (taken: Taken) => ReactNode
  /** What the button says. */
  label: string
  /** Which form the draft belongs to. */
  draftOf: DraftPlace
  onCreate: () => Promise<CreateState<Created, Taken>>
  /** Called once it was created and its draft is gone. */
  onCreated: (created: Created) => void
  /** What discarding takes away besides what was typed. */
  clear: () => void
  /** Stands over everything else. */
  before?: ReactNode
  /** What stands around the form. */
  renderAround?: (form: ReactNode) => ReactNode
  /** The fields. */
  children: ReactNode
}

/** A page that creates a record: its head, what became of the last try, the fields, and the foot with the draft. */
export function CreateShell<Created, Taken>({
  filled,
  record,
  body,
  list,
  title,
  note,
  actions,
  isLong = false,
  noun,
  state,
  unplaced,
  firstBad,
  taken,
  renderTaken,
  label,
  draftOf,
  onCreate,
  onCreated,
  clear,
  before,
  renderAround = (form) => form,
  children,
}: CreateShellProps<Created, Taken>) {
  const { form, restored, hasEdits, empty, base, shape, draft } = filled
  const discard = () => empty(clear)
  const foot = useRef<CreateFootHandle>(null)
  useEscapeLeavesField()
  return (
    <FormProvider {...form}>
      <RecordProvider record={record} isOpen={draft !== undefined}>
        <BodyShape value={body}>
          <div className="page-form px-5">
            <div className={isLong ? headInSight : 'pt-2.5'}>
              <PageHeader trail={<ListTrail list={list} />} title={title} note={note} actions={actions} />
            </div>
            <div className="pt-3">
              {renderAround(
                <div className="flex min-w-0 flex-col gap-3 pb-6">
                  {/* What was sent stays until it is known what became of it: the next one would be taken for it. */}
                  {restored && !isUnderWay(state) && <DraftNote savedAt={restored.saved_at} onDiscard={discard} />}
                  {before}
                  <CreateNotice
                    state={state}
                    noun={noun}
                    unplaced={unplaced}
                    onCheck={() => void foot.current?.create()}
                  >
                    {renderTaken}
                  </CreateNotice>
                  {children}
                </div>,
              )}
            </div>
            <CreateFoot
              ref={foot}
              state={state}
              label={label}
              taken={taken}
              firstBad={firstBad}
              draftOf={draftOf}
              draft={draft}
              base={base}
              shape={shape}
              isDirty={() => state.kind !== 'created' && hasEdits()}
              onCreate={onCreate}
              onCreated={onCreated}
              onDiscard={discard}
            />
          </div>
        </BodyShape>
      </RecordProvider>
    </FormProvider>
  )
}

type CreateFieldsProps = {
  /** Whose fields they are: "The contract". */
  legend: string
  state: CreateState<unknown, unknown>
  /** Whether the record that exists already may be the one that was sent, which only a person can tell. */
  waitsWhenTaken?: boolean
  children: ReactNode
}

/** The fields of what is created. While nobody knows what became of what was sent, nothing else may take its place. */
export function CreateFields({ legend, state, waitsWhenTaken = false, children }: CreateFieldsProps) {
  return (
    <fieldset
      disabled={isUnderWay(state) || (waitsWhenTaken && state.kind === 'taken')}
      className="flex min-w-0 flex-col gap-3"
    >
      <legend className="sr-only">{legend}</legend>
      {children}
    </fieldset>
  )
}
