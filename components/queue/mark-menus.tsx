'use client'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DateDialog } from '#components/ui/date-dialog.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { addDays, formatLocalDate, isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import type { MarkChange } from '#lib/lists/queue.ts'
import { snoozeChoices, workdayFrom } from './snooze-choices.ts'

/** A person to whom work can be assigned. */
export type Colleague = { id: string; name: string }

/** Which mark of the chosen causes or items is being changed. */
export type MarkKind = 'assign' | 'snooze' | 'more' | 'date' | 'note'

type MarkMenusProps = {
  open: MarkKind
  anchor: HTMLElement
  today: string
  people: readonly Colleague[]
  ownId: string
  /** The note that the chosen ones have, where it is one. */
  note: string | undefined
  /** Everything that is chosen is snoozed. */
  isSnoozed: boolean
  /** Some of it is snoozed with its cause. */
  isSnoozedByCause: boolean
  /** The first last day to file of what is chosen; missing if none is known. */
  lastDay: LocalDate | undefined
  /** `words` say what was done, for the message. */
  onMark: (change: MarkChange, words: string) => void
  onOpen: (kind: MarkKind) => void
  onClose: () => void
}

/** The menus and dialogs that assign, snooze, note and rank what is chosen. */
export function MarkMenus({
  open,
  anchor,
  today,
  people,
  ownId,
  note,
  isSnoozed,
  isSnoozedByCause,
  lastDay,
  onMark,
  onOpen,
  onClose,
}: MarkMenusProps) {
  const mark = (change: MarkChange, words: string) => () => {
    onClose()
    onMark(change, words)
  }
  if (open === 'assign')
    return (
      <Menu anchor={anchor} onClose={onClose} label="Assign" side="top" align="end">
        {people
          .toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
          .map(({ id, name }) => (
            <MenuItem
              key={id}
              onSelect={mark({ owner_id: id }, `assigned to ${id === ownId ? 'you' : name}`)}
            >
              {name}
              {id === ownId && <span className="ml-auto text-xs text-ink-3">You</span>}
            </MenuItem>
          ))}
        <MenuSeparator />
        <MenuItem onSelect={mark({ owner_id: null }, 'unassigned')}>Nobody</MenuItem>
      </Menu>
    )
  if (open === 'snooze') {
    const stop = (
      <MenuItem onSelect={mark({ snoozed_until: null }, 'back in the queue')}>
        {isSnoozedByCause ? 'Stop snoozing the cause' : 'Stop snoozing'}
      </MenuItem>
    )
    return (
      <Menu anchor={anchor} onClose={onClose} label="Snooze" side="top" align="end">
        {isSnoozed && stop}
        {isSnoozed && <MenuSeparator />}
        {snoozeChoices(today).map(({ label, until }) => (
          <MenuItem
            key={label}
            onSelect={mark({ snoozed_until: until }, snoozedWords(until, lastDay))}
          >
            <span>
              {label}
              <PastLimit until={until} lastDay={lastDay} />
            </span>
            <span className="ml-auto pl-4 text-xs text-ink-3">
              {formatLocalDate(until, { year: false })}
            </span>
          </MenuItem>
        ))}
        <MenuItem onSelect={() => onOpen('date')}>Until a date…</MenuItem>
        {!isSnoozed && <MenuSeparator />}
        {!isSnoozed && stop}
      </Menu>
    )
  }
  if (open === 'more')
    return (
      <Menu anchor={anchor} onClose={onClose} label="More" side="top" align="end">
        <MenuItem onSelect={() => onOpen('note')}>
          {note === undefined ? 'Add a note…' : 'Edit the note…'}
          <span className="ml-auto pl-4">
            <Kbd keys="m" />
          </span>
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={mark({ priority: 'high' }, 'set to high priority')}>
          High priority
        </MenuItem>
        <MenuItem onSelect={mark({ priority: null }, 'set to normal priority')}>
          Normal priority
        </MenuItem>
        <MenuItem onSelect={mark({ priority: 'low' }, 'set to low priority')}>
          Low priority
        </MenuItem>
      </Menu>
    )
  if (open === 'date')
    return <SnoozeDialog today={today} lastDay={lastDay} onClose={onClose} onMark={onMark} />
  return <NoteDialog note={note} onClose={onClose} onMark={onMark} />
}

type DialogProps = Pick<MarkMenusProps, 'onMark' | 'onClose'>

function SnoozeDialog({
  today,
  lastDay,
  onMark,
  onClose,
}: DialogProps & Pick<MarkMenusProps, 'today' | 'lastDay'>) {
  const first = workdayFrom(addDays(today, 7))
  const [until, setUntil] = useState<string>(first)
  return (
    <DateDialog
      title="Snooze until"
      description="Hidden from the working views until then, for the whole team."
      name="snoozed_until"
      label="Date"
      verb="Snooze"
      min={addDays(today, 1)}
      defaultValue={first}
      refusal={(typed) =>
        typed !== undefined && typed > today ? undefined : 'Enter a date after today.'
      }
      onInput={setUntil}
      onDate={(date) => {
        onClose()
        onMark({ snoozed_until: date }, snoozedWords(date, lastDay))
      }}
      onClose={onClose}
    >
      <div role="status">
        <PastLimit until={until} lastDay={lastDay} />
      </div>
    </DateDialog>
  )
}

function NoteDialog({ note, onMark, onClose }: DialogProps & { note: string | undefined }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const text = box.current?.value.trim() ?? ''
    onClose()
    onMark({ note: text === '' ? null : text }, text === '' ? 'without a note now' : 'noted')
  }
  return (
    <Dialog
      open
      title="Note"
      description="The whole team sees it. It stays here and isn’t sent to the partner."
      initialFocus={box}
      onOpenChange={(next) => !next && onClose()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="note">
            Save note
          </Button>
        </>
      }
    >
      <form id="note" noValidate onSubmit={save}>
        <Field name="note" label="Note" hint="Leave it empty to remove the note.">
          {(control) => <Textarea {...control} ref={box} defaultValue={note} maxLength={500} />}
        </Field>
      </form>
    </Dialog>
  )
}

function snoozedWords(until: string, lastDay: LocalDate | undefined): string {
  const past = pastLimitWords(until, lastDay)
  const words = `snoozed until ${formatLocalDate(until, { year: false })}`
  return past === undefined ? words : `${words}, ${past}`
}

/** Warns that a snooze hides work past its last day to file; nothing if it does not. */
function PastLimit({ until, lastDay }: { until: string } & Pick<MarkMenusProps, 'lastDay'>) {
  const words = pastLimitWords(until, lastDay)
  if (words === undefined) return null
  return (
    <span className="block text-xs text-amber">
      <TriangleAlert aria-hidden="true" className="mr-1 -mt-px inline size-3" />
      {words.charAt(0).toUpperCase()}
      {words.slice(1)}
    </span>
  )
}

function pastLimitWords(until: string, lastDay: LocalDate | undefined): string | undefined {
  return lastDay !== undefined && isLocalDate(until) && until > lastDay
    ? `after the last day to file, ${formatLocalDate(lastDay)}`
    : undefined
}
