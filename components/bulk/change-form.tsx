'use client'
import { useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import { choiceLabel } from '#lib/contract/field-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field, type ControlProps } from '#components/ui/field.tsx'
import { useBeginInFirstField } from '#components/ui/first-field.ts'
import { SearchList } from '#components/ui/search-list.tsx'
import { Select } from '#components/ui/select.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { FixedCause } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { Issue } from '#lib/core/result.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import {
  classOf,
  longestName,
  longestReason,
  usualKind,
  type ChangeClass,
  type ChangeReason,
} from '#lib/rules/bulk/change-class.ts'
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

const kinds = {
  set: 'Set a value',
  clear: 'Clear a field',
  replace: 'Replace one value by another',
  'add-row': 'Add a row',
  'remove-row': 'Remove rows',
  map: 'Take values from a CSV file',
} satisfies { [kind in AskedChange['kind']]: string }
const withResolve = { ...kinds, resolve: 'Resolve all errors of this cause' }
type Kind = keyof typeof withResolve
const claimNoun = { one: 'claim', many: 'claims' }

/**
 * What a person has entered so far; `rows` are texts by the member of a row, `file` a file's name
 * and text.
 */
type Entry = {
  kind: Kind
  path: string
  text: string
  find: string
  member: string
  rows: { [member: string]: string }
  file: { name: string; text: string } | undefined
  why: ChangeReason
  resolve: ResolveReason | ''
}

type ChangeFormProps = {
  shape: ObjectShape
  /**
   * The change to begin with, or the field of the cause and the value that all its captures have
   * there.
   */
  change: AskedChange | null
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
  const [entry, setEntry] = useState(() => entryOf(change, why, path, value))
  const isRows = entry.kind === 'add-row' || entry.kind === 'remove-row'
  const choices = useMemo(
    () => (isRows ? listChoices(shape) : fieldChoices(shape)),
    [shape, isRows],
  )
  const at = entry.path === '' ? undefined : choiceAt(shape, entry.path)
  const asks =
    at && entry.kind !== 'resolve'
      ? classOf({ kind: entry.kind, path: entry.path }, [entry.text])
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
      <Field label="What to do" name="kind">
        {(control) => (
          <Select
            {...control}
            value={entry.kind}
            className="max-w-80"
            onChange={(event) => {
              const kind = event.target.value as Kind
              const wasRows = entry.kind === 'add-row' || entry.kind === 'remove-row'
              const isOther = wasRows !== (kind === 'add-row' || kind === 'remove-row')
              set({ kind, text: '', ...(isOther && { path: '', text: '', rows: {}, member: '' }) })
            }}
          >
            {Object.entries(cause ? withResolve : kinds).map(([kind, label]) => (
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
        <Field label="Where it is" name="find" error={errorAt('find')} hint="Exactly as it is now.">
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
          onFile={(file) => set({ file })}
          messages={issues.filter((issue) => issue.path === 'file').map((issue) => issue.message)}
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

type WhyFieldsProps = {
  asks: ChangeClass | undefined
  why: ChangeReason
  onWhy: (part: Partial<ChangeReason>) => void
  errorAt: (name: string) => ReactNode
}

// What a change needs before it is made for many. Nothing of it is preselected.
function WhyFields({ asks, why, onWhy, errorAt }: WhyFieldsProps) {
  const statement = asks?.kind === 'reason' ? asks.asks : undefined
  const words = asks && 'words' in asks ? asks.words : undefined
  return (
    <fieldset className="flex flex-col gap-3 rounded-card border border-line bg-sunk p-3">
      <legend className="sr-only">Why</legend>
      {words && <p className="text-sm text-ink-2">{words}</p>}
      {statement === 'stated' && (
        <Field
          label="Who states this"
          name="why.stated_by"
          required
          error={errorAt('why.stated_by')}
        >
          {(control) => (
            <TextInput
              {...control}
              value={why.stated_by}
              maxLength={longestName}
              onChange={(event) => onWhy({ stated_by: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label="Reason"
        name="why.text"
        required
        error={errorAt('why.text')}
        hint="Every changed capture shows it in its history."
      >
        {(control) => (
          <TextInput
            {...control}
            value={why.text}
            maxLength={longestReason}
            onChange={(event) => onWhy({ text: event.target.value })}
          />
        )}
      </Field>
      {statement === 'documented' && (
        <div className="flex flex-col gap-1">
          <Checkbox
            name="why.documented"
            checked={why.documented}
            aria-invalid={errorAt('why.documented') !== undefined || undefined}
            aria-describedby="why-documented"
            onChange={(event) => onWhy({ documented: event.target.checked })}
          >
            It is documented in each chart
          </Checkbox>
          <span id="why-documented" role="alert" className="text-xs text-red empty:hidden">
            {errorAt('why.documented')}
          </span>
        </div>
      )}
    </fieldset>
  )
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

type ValueControlProps = {
  control: ControlProps
  path: string
  shape: FieldShape
  value: string
  onValue: (value: string) => void
}

const editable = new Set(['planned', 'billable', 'not-billable', 'entered-in-error'])

function ValueControl({ control, path, shape, value, onValue }: ValueControlProps) {
  const name = path.split('.').at(-1) ?? ''
  const choices =
    shape.kind === 'choice'
      ? shape.values.filter((code) => path !== 'status' || editable.has(code))
      : shape.kind === 'boolean'
        ? ['true', 'false']
        : undefined
  if (choices)
    return (
      <Select {...control} value={value} onChange={(event) => onValue(event.target.value)}>
        <option value="">Choose…</option>
        {choices.map((code) => (
          <option key={code} value={code}>
            {shape.kind === 'boolean' ? (code === 'true' ? 'Yes' : 'No') : codeWord(name, code)}
          </option>
        ))}
      </Select>
    )
  return (
    <TextInput
      {...control}
      value={value}
      mono={/npi|code|_id$/.test(name)}
      placeholder={shape.kind === 'date' ? '02/28/2026' : undefined}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}

type FilePickerProps = {
  path: string
  file: Entry['file']
  onFile: (file: Entry['file']) => void
  messages: readonly string[]
}

function FilePicker({ path, file, onFile, messages }: FilePickerProps) {
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
        . One wrong line refuses the whole file.
      </p>
      <div className="flex items-center gap-3 text-sm">
        <label
          className={`${buttonStyle('plain')} relative cursor-pointer focus-within:outline-2 focus-within:outline-accent`}
        >
          {file ? 'Use another file' : 'Choose a CSV file'}
          <input
            type="file"
            name="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            aria-invalid={messages.length > 0 || undefined}
            aria-describedby="file-problems"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              // The same file may be chosen again after it was corrected.
              event.target.value = ''
              if (chosen) void chosen.text().then((text) => onFile({ name: chosen.name, text }))
            }}
          />
        </label>
        {file && <span className="truncate">{file.name}</span>}
      </div>
      <div id="file-problems" role="alert" className="text-xs text-red empty:hidden">
        {messages.length > 0 && <Messages messages={messages} />}
      </div>
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
): Entry {
  const blank: Entry = {
    kind: path === undefined ? 'set' : usualKind(path),
    path: path ?? '',
    text: '',
    find: value ?? '',
    member: '',
    rows: {},
    file: undefined,
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
  const { kind, path, text, find, file } = entry
  if (kind === 'clear') return { kind, path }
  if (kind === 'replace') return { kind, path, find, text }
  if (kind === 'add-row') return { kind, path, members: filledMembers(entry, at) }
  if (kind === 'remove-row') return { kind, path, member: memberOf(entry, at), text }
  if (kind === 'map') return { kind, path, file: file?.text ?? '' }
  return { kind, path, text }
}
