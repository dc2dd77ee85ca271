import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { sectionOf, showPage } from '#components/testing/page.testing.tsx'
import { setTimeZone } from '#lib/actions/people.ts'
import { fail } from '#lib/core/result.ts'
import { TimeZoneCard } from './time-zone-card.tsx'

const show = (isOpen: boolean) =>
  showPage(
    '/settings/people',
    <>
      <h1>People</h1>
      <TimeZoneCard
        timeZone={isOpen ? 'UTC' : 'America/New_York'}
        isOpen={isOpen}
        today="2026-11-27"
      />
    </>,
  )

test('the time zone is shown with its day, and chosen among those of the United States first', async () => {
  const message = 'Choose a time zone.'
  answer(setTimeZone, ({ time_zone }) =>
    time_zone === 'Pacific/Auckland'
      ? fail('InvalidInput', message, { issues: [{ path: 'time_zone', message }] })
      : (null as never),
  )
  await show(false)
  const card = sectionOf('Time zone')
  await expect
    .element(card)
    .toMatchTextContent(
      'Days, due dates and nights are counted in Eastern Time (New York). Today is 11/27/2026 there.',
    )
  await card.getByRole('button', { name: 'Change…' }).click()
  const dialog = await expectBegins('Time zone')
  const zone = dialog.getByLabelText(/^Organization’s time zone/)
  await expect.element(zone).toHaveValue('America/New_York')
  const offered = zone.element().querySelectorAll('option')
  expect(offered[1]!.textContent).toBe('Eastern Time (New York)')
  expect(new Set([...offered].map(({ value }) => value)).size).toBe(offered.length)
  await zone.selectOptions('Pacific/Auckland')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
  await expect.element(zone).toHaveFocus()
  await expectAccessible('a refused time zone')
  await zone.selectOptions('Central Time (Chicago)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Time zone changed.')).toBeVisible()
  expect(inputsOf(setTimeZone)).toEqual([
    { time_zone: 'Pacific/Auckland' },
    { time_zone: 'America/Chicago' },
  ])
})

test('a time zone that nobody has chosen is named as the server’s', async () => {
  await show(true)
  await expect
    .element(sectionOf('Time zone'))
    .toMatchTextContent('in the server’s time zone, UTC, until you choose one.')
})
