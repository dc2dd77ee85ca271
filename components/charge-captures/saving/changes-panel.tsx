'use client'
import { focusControl } from '#components/form/focus-control.ts'
import { PathText } from '#components/form/path-text.tsx'
import { wireValue } from '#lib/contract/wire-words.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { changesIn, type Editable } from '#components/form/writing/use-record-form.tsx'
import { Card } from '#components/ui/card.tsx'
import type { Change } from '#lib/rules/edit/edit-changes.ts'
import { dataPath } from '#lib/rules/edit/field-path.ts'

/**
 * The changes that saving would make, field by field: the loaded value and the new one, as of the
 * last pause in typing.
 */
export function ChangesPanel({ loaded }: { loaded: Editable }) {
  const changes = changesIn(loaded, useSettledDraft())
  return (
    <Card title="Your changes" note={changes.length > 0 ? String(changes.length) : undefined}>
      {changes.length === 0 && <p className="text-sm text-ink-2">No changes yet.</p>}
      <ul className="flex flex-col gap-2.5">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.path}`} className="min-w-0 text-xs">
            <button
              type="button"
              onClick={() => focusControl(change.path)}
              className="max-w-full text-left text-ink-2 hover:underline"
            >
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
    return <p className="text-ink-2">moved; it was number {Number(change.before) + 1}</p>
  }
  return (
    <>
      {change.kind !== 'added' && (
        <p className="break-words text-red">
          <span aria-hidden="true">− </span>
          <span className="sr-only">before: </span>
          {wireValue(change.path, change.before)}
        </p>
      )}
      <p className={change.kind === 'removed' ? 'text-ink-2' : 'break-words text-green'}>
        <span aria-hidden="true">{change.kind === 'removed' ? '' : '+ '}</span>
        <span className="sr-only">after: </span>
        {change.kind === 'removed' ? 'removed' : wireValue(change.path, change.after)}
      </p>
    </>
  )
}
