'use client'
import { use, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { isJsonObject } from '#lib/core/json.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { otherNames } from '#lib/rules/edit/edit-scope.ts'
import { type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { BodyShape } from '#components/form/body-shape.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { useReveal } from '#components/form/fold.tsx'
import { useRecordField } from '#components/form/record-context.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { ValueView } from './value-view.tsx'

/**
 * The members of an object that the contract does not know: shown as they are, sent back as they
 * came, and edited as JSON where the person chooses to.
 */
export function OtherMembers({ at, title = 'Other data' }: { at: string; title?: string }) {
  const { base } = useRecordField(at)
  const body = use(BodyShape)
  const known = body && (shapeAt(body, at) as ObjectShape | undefined)
  if (known?.kind !== 'object' || !isJsonObject(base)) return null
  const names = Object.keys(base).filter((name) => !Object.hasOwn(known.members, name))
  if (names.length === 0) return null
  const editable = new Set(otherNames(base, known))
  const items = (
    <div className="flex flex-col gap-2">
      {names.map((name) =>
        editable.has(name) ? (
          <OtherMember key={name} name={`${at}.${name}`} label={name} />
        ) : (
          <Shown key={name} label={name} value={base[name]} />
        ),
      )}
    </div>
  )
  if (title === '') return items
  return (
    <div role="group" aria-label={title} className="mt-4 border-t border-line pt-3">
      <p className="mb-2 text-xs font-semibold text-ink-2">{title}</p>
      {items}
    </div>
  )
}

function OtherMember({ name, label }: { name: string; label: string }) {
  const { base, readOnly } = useRecordField(name)
  const { getValues } = useFormContext()
  const [opened, setOpened] = useState(false)
  const fold = useReveal<HTMLDivElement>(() => setOpened(true))
  const isEditing =
    !readOnly &&
    (opened || ((getValues(name) as string | undefined) ?? '') !== toText(base, { kind: 'any' }))
  if (isEditing)
    return <RecordField name={name} label={label} hint="JSON, sent exactly as shown." />
  return (
    <div ref={fold} data-fold="" data-field={name} tabIndex={-1}>
      <Shown label={label} value={base}>
        {!readOnly && (
          <Button
            tone="quiet"
            size="small"
            className="-my-1"
            aria-label={`Edit ${label} as JSON`}
            onClick={() => focusControl(name)}
          >
            Edit as JSON
          </Button>
        )}
      </Shown>
    </div>
  )
}

function Shown({
  label,
  value,
  children,
}: {
  label: string
  value: Parameters<typeof ValueView>[0]['value']
  children?: React.ReactNode
}) {
  return (
    <div className="min-w-0 text-sm">
      <p className="flex h-5 items-center gap-2 font-mono text-xs text-ink-2">
        {label} {children}
      </p>
      <ValueView value={value} />
    </div>
  )
}
