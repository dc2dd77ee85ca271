import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { Field } from '#components/ui/field.tsx'
import { pageToday } from '#components/frame/page-day.ts'
import { addDays } from '#lib/core/local-date.ts'
import { DateInput } from './date-input.tsx'

const today = pageToday()
const thisYear = today.slice(0, 4)

function Dates() {
  const [date, setDate] = useState('')
  const [sent, setSent] = useState('nothing')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSent([...new FormData(event.currentTarget)].map((each) => each.join('=')).join(' '))
      }}
    >
      <Field name="start_date" label="Effective date">
        {(control) => (
          <DateInput {...control} value={date} onChange={({ target }) => setDate(target.value)} />
        )}
      </Field>
      <Field name="patient.date_of_birth" label="Date of birth">
        {(control) => <DateInput {...control} defaultValue="1980-02-14" />}
      </Field>
      <Field name="next_on" label="Next date">
        {(control) => <DateInput {...control} min={today} />}
      </Field>
      <h1>Dates</h1>
      <button>Send</button>
      <output>
        {date || 'no date'}; {sent}
      </output>
    </form>
  )
}

const start = page.getByLabelText('Effective date')
const birth = page.getByLabelText('Date of birth')
const out = page.getByRole('main').getByRole('status')
const shown = (box: typeof start) => {
  const element = box.element() as HTMLInputElement
  element.setSelectionRange(0, -1)
  element.select()
  return getSelection()!.toString()
}

test.each([
  ['9/26', `${thisYear}-09-26`, `09/26/${thisYear}`],
  ['9/26/26', '2026-09-26', '09/26/2026'],
  ['09262026', '2026-09-26', '09/26/2026'],
  ['2026-09-26', '2026-09-26', '09/26/2026'],
])('%s is the date %s and reads %s once the box is left', async (typed, date, words) => {
  await showPage('/', <Dates />)
  start.element().focus()
  await userEvent.keyboard(`${typed}{Tab}`)
  await expect.element(out).toMatchTextContent(`${date}; nothing`)
  expect(shown(start)).toBe(words)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .element(out)
    .toMatchTextContent(`start_date=${date} patient.date_of_birth=1980-02-14 next_on=`)
})

test('a pasted date replaces the one in the box', async () => {
  await showPage('/', <Dates />)
  await start.fill('2026-09-26')
  const data = new DataTransfer()
  data.setData('text/plain', ' \u200B10/2/26\n')
  start
    .element()
    .dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  await expect.element(out).toMatchTextContent('2026-10-02; nothing')
})

test('arrows change the day, and the month with Shift or as page keys', async () => {
  await showPage('/', <Dates />)
  start.element().focus()
  await userEvent.keyboard('1/31/2026{ArrowUp}')
  await expect.element(out).toMatchTextContent('2026-02-01')
  await userEvent.keyboard('{ArrowDown}{PageUp}')
  await expect.element(out).toMatchTextContent('2026-02-28')
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(out).toMatchTextContent('2026-01-28')
  await start.fill('')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(out).toMatchTextContent(today)
})

test('text that is no date stays, is named at its box and is not sent', async () => {
  await showPage('/', <Dates />)
  const complaint = page.getByRole('alert')
  start.element().focus()
  await userEvent.keyboard('2/30{Tab}')
  await expect.element(complaint).toHaveTextContent('There is no February 30.')
  expect(shown(start)).toBe('2/30')
  await expectAccessible('a refused date')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(start).toHaveFocus()
  await expect.element(out).toMatchTextContent('no date; nothing')
  await expect.element(start).toHaveAccessibleDescription('There is no February 30.')
  await start.fill('2/')
  await expect
    .element(complaint)
    .toHaveTextContent('Write the day as month/day/year, for example 9/26/2026.')
  await start.fill('2/3')
  await expect.element(complaint).not.toBeInTheDocument()
  await page.getByLabelText('Next date').fill(addDays(today, -1))
  await userEvent.keyboard('{Enter}')
  await expect.element(complaint).toMatchTextContent(/^The earliest date here is/)
  await expect.element(out).toMatchTextContent('; nothing')
})

test('a birth date of two digits is of the past, and a date that is set shows as one reads it', async () => {
  await showPage('/', <Dates />)
  await expect.element(birth).toHaveValue('1980-02-14')
  expect(shown(birth)).toBe('02/14/1980')
  await birth.fill('2/3/58')
  await expect.element(birth).toHaveValue('1958-02-03')
  await birth.fill('2/30')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('alert')).toBeVisible()
  ;(birth.element() as HTMLInputElement).value = '2001-05-06'
  expect(shown(birth)).toBe('05/06/2001')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the calendar opens by its button and by its key, and puts its date into the box', async () => {
  await showPage('/', <Dates />)
  let opened = 0
  const show = HTMLInputElement.prototype.showPicker
  HTMLInputElement.prototype.showPicker = function showPicker() {
    opened += 1
    this.valueAsNumber = Date.UTC(2026, 2, 4)
    this.dispatchEvent(new Event('input', { bubbles: true }))
  }
  try {
    await page.getByRole('button', { name: 'Calendar' }).first().click()
    await expect.element(out).toMatchTextContent('2026-03-04')
    birth.element().focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.element(birth).toHaveValue('2026-03-04')
    expect(opened).toBe(2)
  } finally {
    HTMLInputElement.prototype.showPicker = show
  }
})
