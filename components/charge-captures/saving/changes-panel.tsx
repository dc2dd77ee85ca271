'use client'
import { focusControl } from '#components/form/focus-control.ts'
import { PathText } from '#components/form/path-text.tsx'
import { wireValue } from '#lib/contract/wire-words.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { changesIn, type Editable } from '#components/form/writing/use-record-form.tsx'
import { Card } from '#components/ui/card.tsx'
import { problemsOf, type Change } from '#lib/rules/edit/edit-changes.ts'
import { dataPath } from '#lib/rules/edit/field-path.ts'

/**
 * The changes that saving would make, field by field: the loaded value and the new one, as of the
 * last pause in typing. Text that can't be saved is shown as typed, with the reason.
 */
export function ChangesPanel({ loaded }: { loaded: Editable }) {
  const draft = useSettledDraft()
  const problems = problemsOf(loaded.base, loaded.shape, draft)
  const refused = new Set(problems.map(({ path }) => path))
  const changes = changesIn(loaded, draft).filter(({ path }) => !refused.has(path))
  const count = changes.length + problems.length
  return (
    <Card title="Your changes" note={count > 0 ? String(count) : undefined}>
      {count === 0 && <p className="text-sm text-ink-2">No changes yet.</p>}
      <ul className="flex flex-col gap-2.5">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.path}`} className="min-w-0 text-xs">
            <PathButton path={change.path} />
            <ChangeLines change={change} />
          </li>
        ))}
        {problems.map(({ path, text, message }) => (
          <li key={path} className="min-w-0 text-xs">
            <PathButton path={path} />
            <p className="break-words text-amber">
              “{wireValue(path, text)}” can’t be saved. {message}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PathButton({ path }: { path: string }) {
  return (
    <button
      type="button"
      onClick={() => focusControl(path)}
      className="max-w-full text-left text-ink-2 hover:underline"
    >
      <PathText path={dataPath(path)} />
    </button>
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
