'use client'
import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState, type ComponentProps, type KeyboardEvent, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { addDays, formatLocalDate, isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import {
  addMonths,
  readTypedDate,
  termsOfField,
  writtenDate,
  yearProblem,
  type DayTerms,
} from '#lib/core/typed-date.ts'
import { pageToday } from '#components/frame/page-day.ts'
import { classNames } from './class-names.ts'
import { controlStyle } from './control-style.ts'

/**
 * A date box with a calendar, and with its complaint below. Its `value` and what its form sends are
 * the local date `YYYY-MM-DD`, without a time zone. Text that is no date yet makes the box invalid;
 * its value is '', or with `keepsText` that text.
 */
export function DateInput({ className, ...rest }: DateBoxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const [complaint, setComplaint] = useState(() => problemAtFirst(rest))
  const [hasCalendar, setCalendar] = useState(false)
  const complain = () => setComplaint(box.current?.validationMessage ?? '')
  const open = () => {
    flushSync(() => setCalendar(true))
    calendar.current!.value = read(box.current!).date
    calendar.current!.showPicker()
  }
  const isWrong = complaint !== ''
  return (
    <>
      <span className="relative block">
        <DateBox
          placeholder={rest.readOnly ? 'None' : 'mm/dd/yyyy'}
          {...rest}
          ref={(now) => {
            box.current = now
            if (now)
              onWritten.set(now, () =>
                setComplaint(now.validity.customError ? now.validationMessage : ''),
              )
            give(rest.ref, now)
          }}
          className={controlStyle(
            classNames('px-2! text-sm!', !rest.readOnly && 'pr-8!', className),
          )}
          aria-invalid={isWrong || rest['aria-invalid']}
          aria-describedby={classNames(isWrong && id, rest['aria-describedby']) || undefined}
          onInput={(event) => {
            rest.onInput?.(event)
            if (complaint !== '') complain()
          }}
          onBlur={(event) => {
            rest.onBlur?.(event)
            afterPress(complain)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') complain()
            if (event.altKey && event.key === 'ArrowDown' && !rest.readOnly) {
              event.preventDefault()
              open()
            }
            rest.onKeyDown?.(event)
          }}
          onInvalid={(event) => {
            const { currentTarget: wrong } = event
            if (!wrong.validity.customError) return
            event.preventDefault()
            complain()
            if (wrong.form?.querySelector(':is(input, select, textarea):invalid') === wrong)
              wrong.focus()
          }}
        />
        {!rest.readOnly && (
          <button
            type="button"
            tabIndex={-1}
            aria-label="Calendar"
            title="Calendar (Alt+↓)"
            disabled={rest.disabled}
            onMouseDown={stayInBox}
            onClick={open}
            className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-ink-3 hover:text-ink disabled:opacity-50"
          >
            <CalendarDays aria-hidden="true" className="size-3.5" />
          </button>
        )}
        {hasCalendar && (
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            min={rest.min}
            max={rest.max}
            onChange={({ target }) => target.value && typeDate(box.current!, target.value)}
            className="pointer-events-none absolute inset-0 opacity-0"
          />
        )}
      </span>
      {isWrong && (
        <p
          ref={(line) => {
            if (line) line.hidden = isSaidBeside(rest['aria-describedby'], complaint)
          }}
          id={id}
          role="alert"
          className="text-xs text-red"
        >
          {complaint}
        </p>
      )}
    </>
  )
}

type DateBoxProps = ComponentProps<'input'> & {
  /** For a form whose draft keeps half-typed text. */
  keepsText?: boolean
}

/** The box of a date alone, for a cell; its `validationMessage` says why its text is no date. */
export function DateBox({ ref, defaultValue, keepsText = false, ...rest }: DateBoxProps) {
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      {...(defaultValue !== undefined && { defaultValue: shownText(String(defaultValue)) })}
      data-date={keepsText ? 'text' : ''}
      ref={(box) => {
        if (box) holdDate(box)
        give(ref, box)
      }}
      onFocus={(event) => {
        event.currentTarget.select()
        rest.onFocus?.(event)
      }}
      onInput={(event) => {
        check(event.currentTarget)
        rest.onInput?.(event)
      }}
      onBlur={(event) => {
        writeOut(event.currentTarget)
        rest.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') writeOut(event.currentTarget)
        step(event)
        rest.onKeyDown?.(event)
      }}
      onPaste={(event) => {
        const box = event.currentTarget
        const read = readTypedDate(event.clipboardData.getData('text/plain'), termsOf(box))
        if ('date' in read && !box.readOnly) {
          event.preventDefault()
          typeDate(box, read.date)
        }
        rest.onPaste?.(event)
      }}
    />
  )
}

/** True for a date box. */
export function isDateBox(element: unknown): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.dataset.date !== undefined
}

/** The date boxes within an element whose text is no date, or no date that they take. */
export function wrongDates(within: ParentNode): HTMLInputElement[] {
  return [...within.querySelectorAll<HTMLInputElement>('input[data-date]:invalid')].filter(
    ({ validity }) => validity.customError,
  )
}

/** Puts a date into a date box as if it was typed, so that the browser's undo takes it back. */
export function typeDate(box: HTMLInputElement, date: LocalDate): void {
  if (document.activeElement === box) {
    box.select()
    document.execCommand('insertText', false, shownText(date))
    box.select()
  } else {
    ownValue.set!.call(box, shownText(date))
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

// What the box holds as text.
const ownValue = Object.getOwnPropertyDescriptor(
  typeof HTMLInputElement === 'undefined' ? {} : HTMLInputElement.prototype,
  'value',
)!

// What a box with a complaint does once its form writes another date.
const onWritten = new WeakMap<HTMLInputElement, () => void>()

// The date that a box was drawn with: it may be out of the range that typed dates have.
const loaded = new WeakMap<HTMLInputElement, LocalDate>()

/**
 * Gives a text box the value of a native date box, so that forms, tests and React read and write
 * local dates while the person sees and types text.
 */
function holdDate(box: HTMLInputElement): void {
  if (loaded.has(box)) return
  // React keeps a property of its own, by which it knows what it wrote.
  const { set } = Object.getOwnPropertyDescriptor(box, 'value') ?? ownValue
  Object.defineProperty(box, 'value', {
    configurable: true,
    get: () => {
      const { date, problem } = read(box)
      return date === '' && problem !== '' && box.dataset.date === 'text' ? typedText(box) : date
    },
    set: (value: unknown) => {
      set!.call(box, shownText(String(value ?? '')))
      check(box)
      onWritten.get(box)?.()
    },
  })
  loaded.set(box, read(box).date)
  box.value = typedText(box)
  const { form } = box
  form?.addEventListener('formdata', ({ formData }) => {
    if (box.name && box.form === form && !box.matches(':disabled'))
      formData.set(box.name, box.value)
  })
}

function typedText(box: HTMLInputElement): string {
  return ownValue.get!.call(box) as string
}

function shownText(value: string): string {
  return isLocalDate(value) ? formatLocalDate(value, { weekday: false }) : value
}

function read(box: HTMLInputElement): { date: LocalDate | ''; problem: string } {
  const typed = typedText(box)
  if (typed.trim() === '') return { date: '', problem: '' }
  // Most boxes have a whole date, which needs no clock.
  const whole = writtenDate(typed)
  const read = whole ? { date: whole } : readTypedDate(typed, termsOf(box))
  if ('problem' in read) return { date: '', problem: read.problem }
  return { date: read.date, problem: rangeProblem(box, read.date) }
}

// A draft brings half-typed text back.
function problemAtFirst({ name = '', defaultValue = '' }: DateBoxProps): string {
  const typed = String(defaultValue)
  if (typed.trim() === '' || writtenDate(typed)) return ''
  const read = readTypedDate(typed, termsOfField(name, pageToday()))
  return 'problem' in read ? read.problem : ''
}

function check(box: HTMLInputElement): void {
  box.setCustomValidity(read(box).problem)
}

function termsOf({ name, min, max }: HTMLInputElement): DayTerms {
  const terms = termsOfField(name, pageToday())
  return { ...terms, earliest: min || undefined, latest: max || terms.latest }
}

function rangeProblem(box: HTMLInputElement, date: LocalDate): string {
  const { name, min, max } = box
  if (date === loaded.get(box)) return ''
  if (min !== '' && date < min) return `The earliest date here is ${shownText(min)}.`
  if (max !== '') return date > max ? `The latest date here is ${shownText(max)}.` : ''
  return yearProblem(name, date) ?? ''
}

/** Writes the date that was understood: "9/26" becomes "09/26/2026". */
function writeOut(box: HTMLInputElement): void {
  const { date } = read(box)
  if (date !== '' && shownText(date) !== typedText(box)) ownValue.set!.call(box, shownText(date))
}

/** Up and down are a day; PageUp and PageDown, or with Shift, a month. */
function step(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget: box } = event
  const by = key === 'ArrowUp' || key === 'PageUp' ? 1 : -1
  const isStep = /^(?:Arrow|Page)(?:Up|Down)$/.test(key)
  if (!isStep || altKey || ctrlKey || metaKey || box.readOnly) return
  event.preventDefault()
  const { date } = read(box)
  if (date === '' && typedText(box).trim() !== '') return
  const isMonth = shiftKey || key.startsWith('Page')
  const next = date === '' ? pageToday() : isMonth ? addMonths(date, by) : addDays(date, by)
  typeDate(box, next)
}

// A complaint that came between press and release would move the pressed button away.
function afterPress(act: () => void): void {
  if (!document.querySelector(':active')) return act()
  addEventListener('pointerup', () => requestAnimationFrame(act), { once: true })
}

// After a refused save the form says the same.
function isSaidBeside(ids = '', complaint: string): boolean {
  return ids.split(' ').some((id) => document.getElementById(id)?.textContent.includes(complaint))
}

function stayInBox(event: { preventDefault: () => void }): void {
  event.preventDefault()
}

function give(ref: Ref<HTMLInputElement> | undefined, box: HTMLInputElement | null): void {
  if (typeof ref === 'function') ref(box)
  else if (ref) ref.current = box
}
