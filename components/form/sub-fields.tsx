'use client'
import { Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { type Draft, isBlankDraft, isUnreadable } from '#lib/rules/edit/edit-data.ts'
import { focusControl } from './focus-control.ts'
import { useReveal } from './fold.tsx'
import { isBlank } from './is-blank.ts'
import { useRecord, useRecordField } from './record-context.tsx'
import { RemovedNote } from './removed-note.tsx'
import { Replaceable } from './unreadable-value.tsx'
import { useMarkCount } from './marks/use-marks.ts'
import { useRemoval } from './use-removal.ts'

type SubFieldsProps = { at: string; title: string; note?: ReactNode; children: ReactNode }

/**
 * The fields of an object or a list inside a section, under a small heading. While it holds nothing
 * it is one button, and its fields are not drawn.
 */
export function SubFields(props: SubFieldsProps) {
  const { at, title } = props
  const { shape, base } = useRecordField(at)
  const { readOnly } = useRecord()
  const { getValues } = useFormContext()
  const hasErrors = useMarkCount(at).errors > 0
  const [opened, setOpened] = useState(false)
  const fold = useReveal<HTMLDivElement>(() => setOpened(true))
  if (!shape) return null
  const isFilled = !isBlank(base) || !isBlankDraft(getValues(at) as Draft | undefined)
  // It stays open once its error is gone: it may be gone because the person is typing here.
  if ((hasErrors || isFilled) && !opened) setOpened(true)
  const isOpen = opened || hasErrors || isFilled
  if (!isOpen && readOnly) return null
  return (
    <div
      ref={fold}
      data-fold=""
      data-field={at}
      tabIndex={-1}
      className={isOpen ? 'mt-4' : 'mt-2 mr-2 -ml-2 inline-block'}
    >
      {isOpen ? (
        <OpenFields {...props} onClose={() => setOpened(false)} />
      ) : (
        <Button tone="quiet" size="small" aria-expanded={false} onClick={() => focusControl(at)}>
          <Plus aria-hidden="true" className="size-3.5" /> {title}
        </Button>
      )}
    </div>
  )
}

function OpenFields({
  at,
  title,
  note,
  children,
  onClose,
}: SubFieldsProps & { onClose: () => void }) {
  const { shape, base, readOnly } = useRecordField(at)
  const { isRemoved, remove, restore } = useRemoval(at, onClose)
  const isList = shape?.kind === 'list'
  return (
    <fieldset className="min-w-0 border-t border-line pt-3">
      <legend className="float-left mb-2 w-full text-xs font-semibold text-ink-2">
        <span className="flex h-5 items-center gap-3">
          {title}
          {note && <span className="flex gap-3 font-normal">{note}</span>}
          {!readOnly && !isList && !isRemoved && (
            <IconButton
              size="small"
              className="-my-1"
              label={`Remove ${title}`}
              icon={<Trash2 aria-hidden="true" className="size-3.5" />}
              onClick={remove}
            />
          )}
        </span>
      </legend>
      <div className="clear-both">
        {isRemoved ? (
          <RemovedNote at={at} title={title} onUndo={restore} />
        ) : (
          <Replaceable
            name={at}
            label={title}
            hideLabel
            isUnreadable={isUnreadable(base, shape!)}
            value={base}
          >
            {children}
          </Replaceable>
        )}
      </div>
    </fieldset>
  )
}
