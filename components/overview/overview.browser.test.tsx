import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { RetentionButton } from '#components/settings/retention-button.tsx'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { setRetention } from '#lib/actions/activity.ts'
import { addDays } from '#lib/core/local-date.ts'
import { fail } from '#lib/core/result.ts'
import type { FlowDay } from '#lib/lists/overview.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { Flow } from './panels.tsx'

test('each chart has its numbers as a table, which says who saw each day', async () => {
  const flow = Array.from({ length: 14 }, (_, place): FlowDay => ({
    day: addDays(today, place - 13),
    source: place < 13 ? 'records' : 'watched',
    added: place,
    cleared: place === 2 ? null : 1,
  }))
  await showPage(
    '/overview',
    <>
      <h1>Overview</h1>
      <Flow flow={flow} />
    </>,
  )
  const chart = page.getByRole('figure', { name: 'New against cleared' })
  const days = chart.getByRole('table', { name: 'New against cleared' }).getByRole('row')
  // The head and 14 days: before today by the sandbox's own records, and it says so.
  await expect.poll(() => days.elements()).toHaveLength(15)
  await expect.element(days.nth(13)).toMatchTextContent('From the partner’s records')
  await expect.element(days.nth(3)).toMatchTextContent('Not known')
  await expect.element(days.last()).toMatchTextContent('Watched')
  await chart.getByRole('button', { name: /^Show as table/ }).click()
  await expect.element(chart.getByCss('svg')).not.toBeInTheDocument()
  await expect.element(days.nth(1)).toBeVisible()
  await expect.element(chart.getByRole('button', { name: /^Show as chart/ })).toHaveFocus()
  await expectAccessible('a chart as a table')
})

test('activity is kept for six years or longer', async () => {
  const message = 'Enter a whole number of years from 6 to 30.'
  answer(setRetention, ({ years }) =>
    Number(years) < 6
      ? fail('InvalidInput', message, { issues: [{ path: 'years', message }] })
      : (null as never),
  )
  await showPage(
    '/activity',
    <>
      <h1>Activity</h1>
      <RetentionButton years={6} least={6} most={30} />
    </>,
  )
  await page.getByRole('button', { name: /^Retention/ }).click()
  const dialog = await expectBegins('Retention of activity')
  const years = dialog.getByLabelText(/^Years/)
  await years.fill('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(years).toHaveFocus()
  await expectAccessible('a refused retention')
  await years.fill('7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(inputsOf(setRetention)).toEqual([{ years: '5' }, { years: '7' }])
})
