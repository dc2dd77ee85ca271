'use client'
import { useMemo, useState, type FormEvent } from 'react'
import { codeWord } from '#components/form/code-words.ts'
import { Button } from '#components/ui/button.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Field, type ControlProps } from '#components/ui/field.tsx'
import { SearchList } from '#components/ui/search-list.tsx'
import { Select } from '#components/ui/select.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { Issue } from '#lib/core/result.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { FieldShape, ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { choiceAt, choiceLabel, fieldChoices, listChoices, rowMembers, type FieldChoice } from './field-choices.ts'

const kinds = {
  set: 'Set a value',
  clear: 'Clear a field',
  replace: 'Replace one value by another',
  'add-row': 'Add a row',
  'remove-row': 'Remove rows',
  map: 'Take values from a CSV file',
} satisfies { [kind in AskedChange['kind']]: string }
const withResolve = { ...kinds, resolve: 'Resolve the errors with a reason' }
type Kind = keyof typeof withResolve

/** What a person has entered so far; `rows` are texts by the member of a row, `file` a file's name and text. */
type Entry = {
  kind: Kind
  path: string
  text: string
  find: string
  member: string
  rows: { [member: string]: string }
  file: { name: string; text: string } | undefined
}

type ChangeFormProps = {
  shape: ObjectShape
  /** The change to begin with, or the field of the cause. */
  change: AskedChange | null
  path: string | undefined
  issues: readonly Issue[]
  busy: boolean
  onChange: (change: AskedChange) => void
  /** Resolves the errors of the cause instead; absent where there is none. */
  onResolve: ((reason: string) => void) | undefined
}

/** Chooses one change for many captures. */
export function ChangeForm({ shape, change, path, issues, busy, onChange, onResolve }: ChangeFormProps) {
  const [entry, setEntry] = useState(() => entryOf(change, path))
  const isRows = entry.kind === 'add-row' || entry.kind === 'remove-row'
  const choices = useMemo(() => (isRows ? listChoices(shape) : fieldChoices(shape)), [shape, isRows])
  const at = entry.path === '' ? undefined : choiceAt(shape, entry.path)
  const set = (part: Partial<Entry>) => setEntry((now) => ({ ...now, ...part }))
  const errorAt = (name: string) => {
    const messages = issues.filter((issue) => issue.path === name).map((issue) => issue.message)
    return messages.length > 0 ? <Messages messages={messages} /> : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (entry.kind === 'resolve') onResolve?.(entry.text)
    else onChange(changeOf({ ...entry, kind: entry.kind }, at))
  }
  return (
    <form
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
            {Object.entries(onResolve ? withResolve : kinds).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {entry.kind === 'resolve' && (
        <Field
          label="Reason for resolving"
          name="resolution_reason"
          required
          hint="Marks every error of this cause as resolved. You can’t undo this."
        >
          {(control) => (
            <Textarea {...control} value={entry.text} onChange={(event) => set({ text: event.target.value })} />
          )}
        </Field>
      )}
      {entry.kind !== 'resolve' && (
        <FieldPicker
          key={isRows ? 'lists' : 'fields'}
          label={isRows ? 'List' : 'Field'}
          choices={choices}
          path={entry.path}
          error={issues.find((issue) => issue.path === 'path')?.message}
          onPick={(picked) => set({ path: picked, text: '', find: '', member: '', rows: {} })}
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
            {(control) => <TextInput {...control} value={entry.text} onChange={(e) => set({ text: e.target.value })} />}
          </Field>
        </div>
      )}
      {at && entry.kind === 'add-row' && (
        <fieldset className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <legend className="mb-2 text-xs font-medium text-ink-2">The new row</legend>
          {rowMembers(at).map((member, index) => (
            <Field key={member.path} label={member.label} name={`members.${index}.text`} error={rowError(index)}>
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
      <div className="flex items-center gap-3 border-t border-line pt-4">
        {entry.kind === 'resolve' ? (
          <Button type="submit" tone="primary" busy={busy} disabled={entry.text.trim() === ''}>
            Resolve all
          </Button>
        ) : (
          <>
            <Button type="submit" tone="primary" busy={busy} disabled={!at || (entry.kind === 'map' && !entry.file)}>
              Preview
            </Button>
            <p className="text-sm text-ink-2">Reads the captures and shows each difference. Nothing is sent.</p>
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
        .filter((choice) => words === '' || choice.label.toLowerCase().includes(words) || choice.path.includes(words))
        .slice(0, mostShown),
    [choices, words],
  )
  if (path !== '')
    return (
      <div className="flex flex-col gap-1">
        <p className="text-xs font-medium text-ink-2">{label}</p>
        <div className="flex flex-wrap items-center gap-2.5 text-sm">
          <span className="font-medium">{choiceLabel(path)}</span>
          <code className="font-mono text-xs text-ink-3">{path}</code>
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
        <>
          <span className="truncate">{choice.label}</span>
          <code className="ml-auto truncate font-mono text-xs text-ink-3">{choice.path}</code>
        </>
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

const editable = new Set(['planned', 'billable', 'not-billable'])

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
      placeholder={shape.kind === 'date' ? '2026-02-28' : undefined}
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
        Two columns: <code className="font-mono text-xs">charge_external_id</code> and{' '}
        <code className="font-mono text-xs">{path}</code>. One wrong line refuses the whole file.
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

function entryOf(change: AskedChange | null, path: string | undefined): Entry {
  const blank: Entry = { kind: 'set', path: path ?? '', text: '', find: '', member: '', rows: {}, file: undefined }
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

function filledMembers({ rows }: Entry, at: FieldShape | undefined): { path: string; text: string }[] {
  return rowMembers(at).flatMap(({ path }) => (rows[path] ? [{ path, text: rows[path] }] : []))
}

function changeOf(entry: Entry & { kind: AskedChange['kind'] }, at: FieldShape | undefined): AskedChange {
  const { kind, path, text, find, file } = entry
  if (kind === 'clear') return { kind, path }
  if (kind === 'replace') return { kind, path, find, text }
  if (kind === 'add-row') return { kind, path, members: filledMembers(entry, at) }
  if (kind === 'remove-row') return { kind, path, member: memberOf(entry, at), text }
  if (kind === 'map') return { kind, path, file: file?.text ?? '' }
  return { kind, path, text }
}
