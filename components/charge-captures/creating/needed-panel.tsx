'use client'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldLabel, pathLabel } from '#lib/contract/field-labels.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { missingMembers } from '#lib/rules/new-records/new-capture.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { neededMembers, type CreateKind } from './new-capture-spec.ts'

/**
 * The required fields of a new capture, ticked off as they are filled in; a press goes to the
 * field.
 */
export function NeededPanel({ kind, onSuggest }: { kind: CreateKind; onSuggest: () => void }) {
  const needed = neededMembers(kind)
  const { getValues } = useFormContext()
  const [missing, setMissing] = useState<readonly string[]>(() =>
    missingMembers(getValues() as JsonObject, needed),
  )
  useFormPulse((draft) => setMissing(missingMembers(draft as JsonObject, needed)))
  return (
    <Card title="Needed">
      <ul className="flex flex-col gap-1 text-sm">
        {needed.map((name) => {
          const isMissing = missing.includes(name)
          const Icon = isMissing ? Circle : Check
          return (
            <li key={name} className="flex min-h-6 flex-wrap items-center gap-x-2">
              <Icon
                aria-hidden="true"
                className={
                  isMissing ? 'size-3.5 shrink-0 text-ink-3' : 'size-3.5 shrink-0 text-green'
                }
              />
              <button
                type="button"
                onClick={() => focusControl(name)}
                className="min-w-0 text-left hover:underline"
              >
                {fieldLabel(name)}
                <span className="sr-only">{isMissing ? ', missing' : ', filled in'}</span>
              </button>
              {name === 'charge_external_id' && isMissing && (
                <Button size="small" tone="quiet" className="ml-auto" onClick={onSuggest}>
                  Suggest one
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="mt-3 text-xs text-ink-2">
        Use each charge external ID once, and don’t put the patient’s name in it. A Planned capture
        can be incomplete. It is held until you set it to Billable.
      </p>
    </Card>
  )
}

/** The fields that a duplicate does not copy. */
export function NotCopied({ paths }: { paths: readonly string[] }) {
  return (
    <Card title="Not copied">
      <ul className="list-disc pl-4 text-sm text-ink-2">
        {paths.map((path) => (
          <li key={path}>{pathLabel(path)}</li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-ink-2">
        These belong to the other visit. Enter this visit’s own values. The status starts as
        Planned.
      </p>
    </Card>
  )
}
