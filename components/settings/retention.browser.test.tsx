import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { setRetention } from '#lib/actions/activity.ts'
import { fail } from '#lib/core/result.ts'
import { RetentionButton } from './retention-button.tsx'

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
