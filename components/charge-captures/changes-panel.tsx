'use client'
import { pathLabel, shortValue } from '#components/form/field-label.ts'
import { focusControl } from '#components/form/focus-control.ts'
import { PathText } from '#components/form/path-text.tsx'
import { Card } from '#components/ui/card.tsx'
import { formatCents } from '#lib/core/money.ts'
import { toNumber } from '#lib/core/json.ts'
import type { Json } from '#lib/core/json.ts'
import { letterOf } from '#lib/rules/draft-text.ts'
import type { Change } from '#lib/rules/edit-changes.ts'
import { dataPath } from '#lib/rules/field-path.ts'

/** What saving would change, field by field: what was loaded, and what would be sent. */
export function ChangesPanel({ changes }: { changes: readonly Change[] }) {
  return (
    <Card title="Your changes" note={changes.length > 0 ? String(changes.length) : undefined}>
      {changes.length === 0 && <p className="text-sm text-ink-2">None yet.</p>}
      <ul className="flex flex-col gap-2.5">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.path}`} className="min-w-0 text-xs">
            <button type="button" title={pathLabel(change.path)} onClick={() => focusControl(change.path)} className="max-w-full text-left text-ink-2 hover:underline">
              <PathText path={dataPath(change.path)} />
            </button>
            <ChangeLines change={change} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ChangeLines({ change }: { change: Change }) {
  if (change.kind === 'moved') {
    return (
      <p className="text-ink-2">
        in another place; it was number {Number(change.before) + 1}
      </p>
    )
  }
  return (
    <>
      {change.kind !== 'added' && (
        <p className="break-words text-red">
          <span aria-hidden="true">− </span>
          <span className="sr-only">before: </span>
          {inWords(change.path, change.before)}
        </p>
      )}
      <p className={change.kind === 'removed' ? 'text-ink-2' : 'break-words text-green'}>
        <span aria-hidden="true">{change.kind === 'removed' ? '' : '+ '}</span>
        <span className="sr-only">after: </span>
        {change.kind === 'removed' ? 'removed' : inWords(change.path, change.after)}
      </p>
    </>
  )
}

// As on screen: money in dollars, pointers as letters.
function inWords(path: string, value: Json | undefined): string {
  if (path.endsWith('_cents')) {
    const cents = toNumber(value)
    if (Number.isSafeInteger(cents)) return formatCents(cents!)
  }
  if (path.endsWith('.diagnosis_pointers') && Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((pointer) => letterOf(toNumber(pointer) ?? Number.NaN)).join(' ')
  }
  return isNothing(value) ? 'nothing' : shortValue(value)
}

// Null, missing and empty are one thing to the person who cleared a field.
function isNothing(value: Json | undefined): boolean {
  return value === null || value === undefined || value === ''
}
