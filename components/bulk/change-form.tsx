'use client'
import { useMemo, useRef, useState, type FormEvent } from 'react'
import { choiceLabel } from '#lib/contract/field-labels.ts'
import { useTypedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { useBeginInFirstField } from '#components/ui/first-field.ts'
import { SearchList } from '#components/ui/search-list.tsx'
import { Select } from '#components/ui/select.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { FixedCause } from '#lib/actions/bulk/cause-captures.ts'
import { claimNoun, countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { Issue } from '#lib/core/result.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import { classOf, usualKind, type ChangeReason } from '#lib/rules/bulk/change-class.ts'
import {
  resolveReasonIds,
  resolveReasons,
  type ResolveReason,
} from '#lib/rules/bulk/resolve-reasons.ts'
import { columnNames } from '#lib/rules/bulk/value-columns.ts'
import type { FieldShape, ObjectShape } from '#lib/rules/edit/field-shape.ts'
import {
  choiceAt,
  fieldChoices,
  listChoices,
  rowMembers,
  type FieldChoice,
} from './field-choices.ts'
import { changeKinds, type ChangeKind } from './change-kinds.ts'
import { ValueControl } from './value-control.tsx'
import { WhyFields } from './why-fields.tsx'
import { ValueFileButton, isOfFile, WrongLines } from './wrong-lines.tsx'

/**
 * What a person has entered so far; `rows` are texts by the member of a row, `file` a file's name
 * and text.
 */
type Entry = {
  kind: ChangeKind
  path: string
  text: string
  find: string
  member: string
  rows: { [member: string]: string }
  file: { name: string; text: string } | undefined
  /** The lines of the file that the person chose to leave out. */
  without: number[]
  why: ChangeReason
  resolve: ResolveReason | ''
}

/** True if the person typed text, or chose a file. */
function hasMoreText(now: Entry, first: Entry): boolean {
  const textsOf = ({ text, find, rows, file, why }: Entry) =>
    [text, find, ...Object.values(rows), file?.text, why.text].filter(Boolean).join('\n')
  return textsOf(now) !== '' && textsOf(now) !== textsOf(first)
}

type ChangeFormProps = {
  shape: ObjectShape
  /**
   * The change to begin with, or the field of the cause and the value that all its captures have
   * there.
   */
  change: AskedChange | null
  /** The operation to begin with, where the person chose it before. */
  kind?: ChangeKind | undefined
  why: ChangeReason | null
  path: string | undefined
  value: string | undefined
  issues: readonly Issue[]
  busy: boolean
  onChange: (change: AskedChange, why: ChangeReason | null) => void
  /**
   * The cause whose errors can be resolved instead: its claims and what they are worth in whole
   * cents.
   */
  cause: Pick<FixedCause, 'claims' | 'cents'> | undefined
  onResolve: (reason: ResolveReason, note: string) => void
}

/** Chooses one change for many captures. */
export function ChangeForm({
  shape,
  change,
  kind: first,
  why,
  path,
  value,
  issues,
  busy,
  onChange,
  cause,
  onResolve,
}: ChangeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useBeginInFirstField(form)
  const [entry, setEntry] = useState(() => entryOf(change, why, path, value, first))
  const [firstEntry] = useState(entry)
  const guard = useTypedGuard(() => !busy && hasMoreText(entry, firstEntry))
  const isRows = entry.kind === 'add-row' || entry.kind === 'remove-row'
  const choices = useMemo(
    () => (isRows ? listChoices(shape) : fieldChoices(shape)),
    [shape, isRows],
  )
  const at = entry.path === '' ? undefined : choiceAt(shape, entry.path)
  const asks =
    at && entry.kind !== 'resolve'
      ? classOf({ kind: entry.kind, path: entry.path, find: entry.find }, [entry.text])
      : undefined
  // A file may write captures off: its values are known once it is read.
  const asksWhy =
    asks?.kind === 'reason' ||
    asks?.kind === 'consent' ||
    (entry.kind === 'map' && hasWhyIssue(issues))
  const set = (part: Partial<Entry>) => setEntry((now) => ({ ...now, ...part }))
  const errorAt = (name: string) => {
    const messages = issues.filter((issue) => issue.path === name).map((issue) => issue.message)
    return messages.length > 0 ? <Messages messages={messages} /> : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (entry.kind !== 'resolve')
      onChange(changeOf({ ...entry, kind: entry.kind }, at), asksWhy ? entry.why : null)
    else if (entry.resolve !== '') onResolve(entry.resolve, entry.text)
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Change"
      className="flex max-w-3xl flex-col gap-4 rounded-card border border-line bg-panel p-4"
    >
      {guard}
      <Field label="What to do" name="kind">
        {(control) => (
          <Select
            {...control}
            value={entry.kind}
            className="max-w-80"
            onChange={(event) => {
              const kind = event.target.value as ChangeKind
              const wasRows = entry.kind === 'add-row' || entry.kind === 'remove-row'
              const isOther = wasRows !== (kind === 'add-row' || kind === 'remove-row')
              set({ kind, text: '', ...(isOther && { path: '', text: '', rows: {}, member: '' }) })
            }}
          >
            {Object.entries(changeKinds)
              .filter(([kind]) => kind !== 'resolve' || cause)
              .map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
          </Select>
        )}
      </Field>
      {entry.kind === 'resolve' && cause && (
        <>
          <Field label="Reason" name="resolve" required>
            {(control) => (
              <Select
                {...control}
                className="max-w-80"
                value={entry.resolve}
                onChange={(event) => set({ resolve: event.target.value as Entry['resolve'] })}
              >
                <option value="">Choose…</option>
                {resolveReasonIds.map((reason) => (
                  <option key={reason} value={reason}>
                    {resolveReasons[reason]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Note" name="resolution_note">
            {(control) => (
              <Textarea
                {...control}
                maxLength={1_900}
                value={entry.text}
                onChange={(event) => set({ text: event.target.value })}
              />
            )}
          </Field>
          <p className="rounded-card border border-amber bg-amber-tint px-3.5 py-2 text-sm text-amber">
            Takes {countOf(cause.claims, claimNoun)}, {formatCents(cause.cents)}, out of the queue.
            The claims don’t bill by this. You can’t undo this.
          </p>
        </>
      )}
      {entry.kind !== 'resolve' && (
        <FieldPicker
          key={isRows ? 'lists' : 'fields'}
          label={isRows ? 'List' : 'Field'}
          choices={choices}
          path={entry.path}
          error={issues.find((issue) => issue.path === 'path')?.message}
          onPick={(picked) =>
            set({
              path: picked,
              text: '',
              find: '',
              member: '',
              rows: {},
              ...(!isRows && { kind: usualKind(picked) }),
            })
          }
        />
      )}
      {at && entry.kind === 'replace' && (
        <Field
          label="Where it is"
          name="find"
          error={errorAt('find')}
          hint="Exactly as it is now. Leave it empty to fill empty fields."
        >
          {(control) => (
            <ValueControl
              control={control}
              path={entry.path}
              shape={at}
              value={entry.find}
              onValue={(find) => set({ find })}
            />
          )}
        </Field>
      )}
      {at && (entry.kind === 'set' || entry.kind === 'replace') && (
        <Field label="New value" name="text" required error={errorAt('text')}>
          {(control) => (
            <ValueControl
              control={control}
              path={entry.path}
              shape={at}
              value={entry.text}
              onValue={(text) => set({ text })}
            />
          )}
        </Field>
      )}
      {at && entry.kind === 'remove-row' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Rows whose" name="member" error={errorAt('member')}>
            {(control) => (
              <Select
                {...control}
                value={memberOf(entry, at)}
                onChange={(event) => set({ member: event.target.value })}
              >
                {rowMembers(at).map((member) => (
                  <option key={member.path} value={member.path}>
                    {member.label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="is" name="text" required error={errorAt('text')}>
            {(control) => (
              <TextInput
                {...control}
                value={entry.text}
                onChange={(e) => set({ text: e.target.value })}
              />
            )}
          </Field>
        </div>
      )}
      {at && entry.kind === 'add-row' && (
        <fieldset className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <legend className="mb-2 text-xs font-medium text-ink-2">The new row</legend>
          {rowMembers(at).map((member, index) => (
            <Field
              key={member.path}
              label={member.label}
              name={`members.${index}.text`}
              error={rowError(index)}
            >
              {(control) => (
                <ValueControl
                  control={control}
                  path={member.path}
                  shape={member.shape}
                  value={entry.rows[member.path] ?? ''}
                  onValue={(text) => set({ rows: { ...entry.rows, [member.path]: text } })}
                />
              )}
            </Field>
          ))}
        </fieldset>
      )}
      {at && entry.kind === 'map' && (
        <FilePicker
          path={entry.path}
          file={entry.file}
          onFile={(file) => set({ file, without: [] })}
          issues={issues}
          busy={busy}
          onWithout={(lines) => {
            const without = {
              ...entry,
              kind: 'map' as const,
              without: [...entry.without, ...lines],
            }
            setEntry(without)
            onChange(changeOf(without, at), asksWhy ? entry.why : null)
          }}
        />
      )}
      {asks?.kind === 'refused' && (
        <p role="alert" className="text-sm text-red">
          {asks.words}
        </p>
      )}
      {at && asksWhy && (
        <WhyFields
          asks={asks}
          why={entry.why}
          onWhy={(part) => set({ why: { ...entry.why, ...part } })}
          errorAt={errorAt}
        />
      )}
      <div className="flex items-center gap-3 border-t border-line pt-4">
        {entry.kind === 'resolve' ? (
          <Button type="submit" tone="primary" busy={busy} disabled={entry.resolve === ''}>
            Resolve all
          </Button>
        ) : (
          <>
            <Button
              type="submit"
              tone="primary"
              busy={busy}
              disabled={!at || asks?.kind === 'refused' || (entry.kind === 'map' && !entry.file)}
            >
              Preview
            </Button>
            <p className="text-sm text-ink-2">
              Reads the captures and shows each difference. Nothing is sent.
            </p>
          </>
        )}
      </div>
    </form>
  )

  // The issues name the members that were filled in, by their place among them.
  function rowError(index: number) {
    const filled = filledMembers(entry, at)
    const place = filled.findIndex(({ path: name }) => name === rowMembers(at)[index]?.path)
    return place >= 0 || (filled.length === 0 && index === 0)
      ? errorAt(`members.${Math.max(place, 0)}.text`)
      : undefined
  }
}

function hasWhyIssue(issues: readonly Issue[]): boolean {
  return issues.some(({ path }) => path.startsWith('why.'))
}

type FieldPickerProps = {
  label: string
  choices: readonly FieldChoice[]
  path: string
  error: string | undefined
  onPick: (path: string) => void
}

const mostShown = 40

function FieldPicker({ label, choices, path, error, onPick }: FieldPickerProps) {
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLowerCase()
  const lines = useMemo(
    () =>
      choices
        .filter(
          (choice) =>
            words === '' ||
            choice.label.toLowerCase().includes(words) ||
            choice.path.includes(words),
        )
        .slice(0, mostShown),
    [choices, words],
  )
  if (path !== '')
    return (
      <div className="flex flex-col gap-1">
        <p className="text-xs font-medium text-ink-2">{label}</p>
        <div className="flex flex-wrap items-center gap-2.5 text-sm">
          <span className="font-medium" title={path}>
            {choiceLabel(path)}
          </span>
          <Button size="small" onClick={() => onPick('')}>
            Choose another
          </Button>
        </div>
        {error && <p className="text-xs text-red">{error}</p>}
      </div>
    )
  return (
    <SearchList
      label={label}
      listLabel={`${label}s`}
      look="field"
      hint="Part of its name, such as “rendering” or “units”."
      lines={lines}
      typed={typed}
      onTyped={setTyped}
      keyOf={(choice) => choice.path}
      onPick={(choice) => onPick(choice.path)}
      error={error}
      status={lines.length === 0 ? 'No matching field.' : undefined}
    >
      {(choice) => (
        <span className="truncate" title={choice.path}>
          {choice.label}
        </span>
      )}
    </SearchList>
  )
}

type FilePickerProps = {
  path: string
  file: Entry['file']
  onFile: (file: Entry['file']) => void
  issues: readonly Issue[]
  busy: boolean
  /** Goes on without these lines of the file. */
  onWithout: (lines: number[]) => void
}

function FilePicker({ path, file, onFile, issues, busy, onWithout }: FilePickerProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-2">
        Two columns:{' '}
        {columnNames(path).map((name, at) => (
          <span key={name}>
            {at > 0 && ' and '}
            <span className="font-medium text-ink">{name}</span>
          </span>
        ))}
        . Other columns aren’t read.
      </p>
      <div className="flex items-center gap-3 text-sm">
        <ValueFileButton onFile={onFile} isInvalid={issues.some(({ path: at }) => isOfFile(at))}>
          {file ? 'Use another file' : 'Choose a CSV file'}
        </ValueFileButton>
        {file && <span className="truncate">{file.name}</span>}
      </div>
      <WrongLines id="file-problems" issues={issues} busy={busy} onWithout={onWithout} />
    </div>
  )
}

function Messages({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <span key={message} className="block">
      {message}
    </span>
  ))
}

function entryOf(
  change: AskedChange | null,
  why: ChangeReason | null,
  path: string | undefined,
  value: string | undefined,
  first: ChangeKind | undefined,
): Entry {
  const isRows = first === 'add-row' || first === 'remove-row'
  const blank: Entry = {
    kind: first ?? (path === undefined ? 'set' : usualKind(path)),
    path: isRows ? '' : (path ?? ''),
    text: '',
    find: value ?? '',
    member: '',
    rows: {},
    file: undefined,
    without: [],
    why: why ?? { text: '', documented: false, stated_by: '' },
    resolve: '',
  }
  if (!change) return blank
  const { kind, path: at } = change
  return {
    ...blank,
    kind,
    path: at,
    ...('text' in change && { text: change.text }),
    ...(change.kind === 'replace' && { find: change.find }),
    ...(change.kind === 'remove-row' && { member: change.member }),
    ...(change.kind === 'add-row' && {
      rows: Object.fromEntries(change.members.map((member) => [member.path, member.text])),
    }),
  }
}

function memberOf({ member }: Entry, at: FieldShape | undefined): string {
  return member === '' ? (rowMembers(at)[0]?.path ?? '') : member
}

function filledMembers(
  { rows }: Entry,
  at: FieldShape | undefined,
): { path: string; text: string }[] {
  return rowMembers(at).flatMap(({ path }) => (rows[path] ? [{ path, text: rows[path] }] : []))
}

function changeOf(
  entry: Entry & { kind: AskedChange['kind'] },
  at: FieldShape | undefined,
): AskedChange {
  const { kind, path, text, find, file, without } = entry
  if (kind === 'clear') return { kind, path }
  if (kind === 'replace') return { kind, path, find, text }
  if (kind === 'add-row') return { kind, path, members: filledMembers(entry, at) }
  if (kind === 'remove-row') return { kind, path, member: memberOf(entry, at), text }
  if (kind === 'map') return { kind, path, file: file?.text ?? '', leave_out: without }
  return { kind, path, text }
}
