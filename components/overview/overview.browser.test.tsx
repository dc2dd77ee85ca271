import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { addDays } from '#lib/core/local-date.ts'
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
