'use client'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { focusControl } from '#components/form/focus-control.ts'
import { Section } from '#components/form/section.tsx'
import { ShapeFields, ShapeRows } from '#components/form/shape-fields.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { useAllMarks } from '#components/form/marks/use-marks.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { type Draft, draftOf, isBlankDraft } from '#lib/rules/edit/edit-data.ts'
import {
  type FieldGroup,
  type OptionalPart,
  fieldGroups,
  optionalParts,
} from './new-encounter-plan.ts'

/**
 * Everything else that the request can hold, each part on the page once it is asked for, holds
 * something or is complained about.
 */
export function OptionalParts() {
  const { shape } = useRecord()
  const { getValues, setValue } = useFormContext()
  const marks = [...useAllMarks().keys()]
  const [opened, setOpened] = useState<readonly string[]>([])
  const parts = optionalParts(shape)
  const groups = fieldGroups(shape)
  const isFilled = (name: string) => !isBlankDraft(getValues(name) as Draft | undefined)
  const isMarked = (name: string) =>
    marks.some((mark) => mark === name || mark.startsWith(`${name}.`))
  const isShown = (names: readonly string[], part: string) =>
    opened.includes(part) || names.some((name) => isFilled(name) || isMarked(name))
  const open = (part: string, first = part) => {
    setOpened([...opened, part])
    requestAnimationFrame(() => focusControl(first))
  }
  const close = ({ name }: OptionalPart) => {
    setValue(name, draftOf(undefined, shape.members[name]!), { shouldDirty: true })
    setOpened(opened.filter((each) => each !== name))
    requestAnimationFrame(() =>
      document.getElementById('add-sections')?.querySelector('button')?.focus(),
    )
  }
  const shown = parts.filter(({ name }) => isShown([name], name))
  const hidden = parts.filter((part) => !shown.includes(part))
  const isGroupShown = ({ key, names }: FieldGroup) => isShown(names, key)
  const hiddenGroups = groups.filter((group) => !isGroupShown(group))
  return (
    <>
      {groups.filter(isGroupShown).map(({ key, title, names }) => (
        <Section key={key} at={key} title={title}>
          <FieldGrid at="" names={names} />
        </Section>
      ))}
      {shown.map((part) => (
        <Section
          key={part.name}
          at={part.name}
          title={fieldLabel(part.name)}
          actions={
            <IconButton
              size="small"
              label={`Remove ${fieldLabel(part.name)}`}
              icon={<X aria-hidden="true" className="size-3.5" />}
              onClick={() => close(part)}
            />
          }
        >
          {part.kind === 'rows' ? (
            <ShapeRows at={part.name} startsWithRow />
          ) : (
            <ShapeFields at={part.name} />
          )}
        </Section>
      ))}
      {[...hidden, ...hiddenGroups].length > 0 && (
        <Card title="Add to the encounter" id="add-sections">
          <div className="flex flex-wrap gap-1">
            {hiddenGroups.map(({ key, title, names }) => (
              <AddPart key={key} title={title} onOpen={() => open(key, names[0])} />
            ))}
            {hidden.map(({ name }) => (
              <AddPart key={name} title={fieldLabel(name)} onOpen={() => open(name)} />
            ))}
          </div>
        </Card>
      )}
    </>
  )
}

function AddPart({ title, onOpen }: { title: string; onOpen: () => void }) {
  return (
    <Button tone="quiet" size="small" onClick={onOpen}>
      <Plus aria-hidden="true" className="size-3.5" /> {title}
    </Button>
  )
}
