'use client'
import { useRef, type ReactNode } from 'react'
import { headInSight } from '#components/frame/head-in-sight.ts'
import { ListTrail } from '#components/frame/list-trail.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { useBeginInFirstField } from '#components/ui/first-field.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { CreateRefusal, RecordFields, RecordFormFrame, RestoredNote } from './record-form.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Editable, RecordForm } from './use-record-form.tsx'

type CreateFormProps<Loaded extends Editable, Request extends object, Done, Taken> = {
  form: RecordForm<Loaded, Request, Done, Taken>
  /** The shape of the whole body, where it holds parts that are shown but not edited. */
  body?: ObjectShape
  /** The record's list, and the title of the page. */
  list: { href: string; label: string }
  title: string
  note?: string
  actions?: ReactNode
  /** The head stays in sight over a form of many screens. */
  isLong?: boolean
  /** The fields, for screen readers: "The contract". */
  legend: string
  /** The button's label. */
  label: string
  /** Says in one line that such a record exists, or may exist, and renders the card about it. */
  taken: string
  renderTaken: (taken: Taken) => ReactNode
  onSave?: () => Promise<unknown>
  /** Stands over everything else. */
  before?: ReactNode
  /** Rendered around the form. */
  renderAround?: (form: ReactNode) => ReactNode
  /** The fields. */
  children: ReactNode
}

/**
 * A page that creates a record: its head, what became of the last try, the fields, and the bar with
 * the draft.
 */
export function CreateForm<Loaded extends Editable, Request extends object, Done, Taken>({
  form,
  body,
  list,
  title,
  note,
  actions,
  isLong = false,
  legend,
  label,
  taken,
  renderTaken,
  onSave,
  before,
  renderAround = (around) => around,
  children,
}: CreateFormProps<Loaded, Request, Done, Taken>) {
  const fields = useRef<HTMLDivElement>(null)
  useBeginInFirstField(fields, form.opened !== undefined)
  return (
    <RecordFormFrame form={form} body={body}>
      <div className="page-form px-5">
        <div className={isLong ? headInSight : 'pt-2.5'}>
          <PageHeader
            trail={<ListTrail list={list} />}
            title={title}
            note={note}
            actions={actions}
          />
        </div>
        <div className="pt-3">
          {renderAround(
            <div ref={fields} className="flex min-w-0 flex-col gap-3 pb-6">
              <RestoredNote form={form} />
              {before}
              <CreateRefusal
                form={form}
                taken={form.state.kind === 'taken' && renderTaken(form.state.taken)}
              />
              <RecordFields form={form} legend={legend}>
                {children}
              </RecordFields>
            </div>,
          )}
        </div>
        <SaveBar form={form} keyLabel={label} label={label} taken={taken} onSave={onSave} />
      </div>
    </RecordFormFrame>
  )
}
