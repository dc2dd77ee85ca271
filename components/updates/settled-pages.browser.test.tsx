import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { showPage, visits } from '#components/testing/page.testing.tsx'
import { closeOverpayment, readOverpayments, readResolvedUpdates } from '#lib/actions/overview.ts'
import { resolveChargeCaptureChanges } from '#lib/actions/records.ts'
import type { Overpayment, ResolvedUpdate } from '#lib/actions/claim-creations/resolutions.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { OverpaymentsPage } from './overpayments-page.tsx'
import { ResolvedPage } from './resolved-page.tsx'

const resolution: ResolvedUpdate = {
  id: 'r1',
  claim_creation_id: 'claim 1',
  name: 'Robin Testcase',
  captures: 'CHG-1001',
  payer: 'Northbridge Health Plan',
  change_ids: ['u1'],
  state: 'done',
  by: 'Demo Manager',
  at: '2026-11-20T10:00:00Z',
  reason: 'One unit too many',
  moved_cents: -550,
  risk: 'Charges fell on a claim that a payer has paid.',
  overpaid_cents: 550,
  identified_on: '2026-11-18',
  is_open_again: false,
}
const owed: Overpayment = {
  ...resolution,
  advice: 'Send a corrected claim',
  return_by: '2027-01-17',
  days_left: 50,
}

const inParts = <Row,>(all: readonly Row[]) => ({
  first: { items: all.slice(0, 2), total: all.length, next: 2 },
  last: { items: all.slice(2), total: all.length, next: null },
})

test('a possible overpayment has its amount and its days left, is opened by keyboard, and is closed', async () => {
  const past = { ...owed, id: 'r2', name: 'Alex Late', return_by: '2026-11-10', days_left: -10 }
  const last = { ...owed, id: 'r3', name: 'Kim Last', claim_creation_id: 'claim 3' }
  const parts = inParts([past, owed, last])
  answer(readOverpayments, ({ position }) => (position === 0 ? parts.first : parts.last))
  answer(closeOverpayment, () => null as never)
  await showPage(
    '/updates/overpayments',
    <OverpaymentsPage first={toJsonText(ok(parts.first))} canClose />,
  )
  const table = page.getByRole('table', { name: 'Possible overpayments' })
  const row = table.getByRole('row', { name: /Robin Testcase/ })
  await expect.element(row).toMatchTextContent('$5.50')
  await expect.element(row).toMatchTextContent('CHG-1001 · Northbridge Health Plan')
  await expect.element(row).toMatchTextContent('50 daysdue 01/17/2027')
  await expect.element(row).toMatchTextContent('Suggested then: Send a corrected claim')
  await expect
    .element(table.getByRole('row', { name: /Alex Late/ }))
    .toMatchTextContent('Past by 10 dayswas due 11/10/2026')
  await expectAccessible('the possible overpayments')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.element(table.getByRole('row', { name: /Kim Last/ })).toBeVisible()

  await row.getByRole('button', { name: 'Returned…: Robin Testcase' }).click()
  const dialog = await expectBegins('Overpayment of Robin Testcase returned')
  await dialog.getByLabelText(/Reported and returned on/).fill('2026-11-20')
  await dialog.getByLabelText(/^How/).fill('Check 1047')
  await dialog.getByRole('button', { name: 'Close entry' }).click()
  await expect.element(page.getByText(/of Robin Testcase closed/)).toBeVisible()
  expect(inputsOf(closeOverpayment)).toEqual([
    { id: 'r1', closing: { how: 'returned', on: '2026-11-20', note: 'Check 1047' } },
  ])

  ;(row.getByRole('link').element() as HTMLElement).focus()
  await expect
    .poll(async () => {
      await userEvent.keyboard('j')
      return document.activeElement?.textContent
    })
    .toBe('Kim Last')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => visits().at(-1)).toBe('/updates?item=claim%203')
})

test('a person who may not close possible overpayments only reads them', async () => {
  const reply = { items: [owed], total: 1, next: null }
  answer(readOverpayments, () => reply)
  await showPage(
    '/updates/overpayments',
    <OverpaymentsPage first={toJsonText(ok(reply))} canClose={false} />,
  )
  await expect.element(page.getByRole('row', { name: /Robin Testcase/ })).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Actions' })).not.toBeInTheDocument()
})

test('a resolved change has its reason, amount and closing, and is reopened unless it is open', async () => {
  const reply = {
    items: [
      {
        ...resolution,
        closing: { how: 'returned', on: '2026-11-19', note: 'Check 1047' },
        closed_by: 'Mia',
      },
      { ...resolution, id: 'r2', name: 'Alex Again', is_open_again: true },
      { ...resolution, id: 'r3', name: 'Kim Back', state: 'reopened', reopened_by: 'Mia' },
    ] as ResolvedUpdate[],
    total: 3,
    next: null,
    elsewhere: 4,
  }
  answer(readResolvedUpdates, () => reply)
  answer(resolveChargeCaptureChanges, () => null as never)
  await showPage('/updates/resolved', <ResolvedPage first={toJsonText(ok(reply))} canResolve />)
  const table = page.getByRole('table', { name: 'Resolved changes' })
  const row = table.getByRole('row', { name: /Robin Testcase/ })
  await expect.element(row).toMatchTextContent('−$5.50')
  await expect
    .element(row)
    .toMatchTextContent(
      /One unit too many.*Possible overpayment \$5\.50, identified 11\/18\/2026.*Returned 11\/19\/2026: Check 1047 \(Mia\)/,
    )
  await expect
    .element(table.getByRole('row', { name: /Alex Again/ }))
    .toMatchTextContent('Open at the partner')
  await expect
    .element(table.getByRole('row', { name: /Kim Back/ }))
    .toMatchTextContent('Reopened by Mia')
  await expectAccessible('the resolved changes')
  await expect.element(page.getByText(/The partner lists 4 claims more/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Reopen/ })).toHaveLength(1)
  await page.getByRole('button', { name: 'Reopen Robin Testcase' }).click()
  await expect
    .poll(() => inputsOf(resolveChargeCaptureChanges))
    .toMatchObject([{ charge_capture_change_ids: ['u1'], resolved: false }])
})
