import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { clinic, idAt, payer } from '#components/testing/contract.testing.tsx'
import { providerAt } from '#components/testing/look-ups.testing.ts'
import { showPage, visits } from '#components/testing/page.testing.tsx'
import { pressUntil } from '#components/testing/press-until.testing.ts'
import { savedText } from '#components/testing/saved-file.testing.ts'
import { expectNoWireNames } from '#components/testing/wire-names.testing.ts'
import {
  markExpiring,
  readEndingMarks,
  readExpiringStanding,
  readWhatExpires,
} from '#lib/actions/expiring.ts'
import { closeFollowUp, readFollowUpsDue } from '#lib/actions/follow-ups.ts'
import type {
  EndingMark,
  EndingRow,
  ExpiringReply,
  ExpiringStanding,
} from '#lib/actions/expiring/verbs.ts'
import type { FollowUp } from '#lib/actions/follow-ups/verbs.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { addDays, formatLocalDate } from '#lib/core/local-date.ts'
import { ok } from '#lib/core/result.ts'
import { endingKey } from '#lib/rules/coverage/expiring.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { ExpiringPage } from './expiring/expiring-page.tsx'
import { DuePage } from './follow-ups/due-page.tsx'

const written = (day: string) => formatLocalDate(day, { weekday: false })
const team = [{ id: 'own', name: 'Demo Credentialing' }]

const followUp = (at: number, change: Partial<FollowUp>): FollowUp =>
  ({
    id: idAt(70 + at),
    span: { kind: 'provider', id: idAt(40) },
    payer: payer.payer_name,
    covered: 'Rowan, Robin',
    covered_npi: providerAt(0).npi,
    asked: 'Dana Fox',
    missing: 'Malpractice face sheet',
    written_by: 'Demo Credentialing',
    written_at: `${today}T10:00:00Z`,
    ...change,
  }) as FollowUp

/** Shows what is to be followed up; a person's own items are those with an owner. */
async function openDue(items: readonly FollowUp[]) {
  let left = [...items]
  const reply = (of: readonly FollowUp[]) => ({
    items: [...of],
    is_cut: false,
    team,
    own_id: 'own',
    today,
  })
  answer(readFollowUpsDue, ({ whose }) =>
    reply(whose === 'mine' ? left.filter(({ owner_id }) => owner_id === 'own') : left),
  )
  answer(closeFollowUp, ({ id }) => {
    left = left.filter((each) => each.id !== id)
    return null as never
  })
  await showPage(
    '/credentialing/follow-ups',
    <DuePage first={toJsonText(ok(reply(items)))} mayMark />,
  )
}

const due = page.getByRole('table', { name: 'Follow-ups due' })

test('a follow-up is found among the due ones of a person, and done by keyboard', async () => {
  const next = addDays(today, 7)
  await openDue([
    followUp(0, { next_on: next, owner_id: 'own', owner: 'Demo Credentialing' }),
    followUp(1, { next_on: next, missing: 'W-9' }),
  ])
  await page.getByRole('group', { name: 'Whose' }).getByRole('button', { name: 'Mine' }).click()
  const row = due.getByRole('row').filter({ hasText: 'Malpractice face sheet' })
  await expect.element(due.getByText('W-9')).not.toBeInTheDocument()
  await expect.element(row).toMatchTextContent(written(next))
  await expect.element(row).toMatchTextContent(payer.payer_name)
  await expect.element(row).toMatchTextContent('Asked Dana Fox')
  await expectAccessible('the follow-ups')
  expectNoWireNames('the follow-ups')
  ;(row.getByRole('link').element() as HTMLElement).focus()
  await userEvent.keyboard('r')
  await expect.element(row).not.toBeInTheDocument()
  expect(inputsOf(closeFollowUp)).toEqual([{ id: idAt(70), is_done: true }])
})

test('a follow-up without a next date waits under its own heading, and that of today is marked', async () => {
  await openDue([followUp(0, { next_on: today }), followUp(1, {})])
  const rows = due.getByRole('row').filter({ hasText: 'Malpractice face sheet' })
  await expect.element(rows).toHaveLength(2)
  await expect.element(rows.first()).toMatchTextContent('Today')
  await expect.element(rows.last()).toMatchTextContent('No next date')
  await expect.element(due.getByText(/^Without a next date/)).toBeVisible()
})

const ends = addDays(today, 12)
const spanRow = {
  id: idAt(40),
  kind: 'provider',
  ends,
  payer: { uuid: payer.payer_uuid, name: payer.payer_name },
  provider: { id: clinic.organization_provider_id, name: clinic.organization_name },
  covered: {
    id: providerAt(0).organization_provider_id,
    name: 'Rowan, Robin',
    npi: providerAt(0).npi,
  },
  regions: ['OR', 'WA'],
  is_money_known: true,
  place: 0,
} as const satisfies EndingRow
const contractRow = {
  ...spanRow,
  id: idAt(1),
  kind: 'contract',
  ends: addDays(today, 20),
  covered: undefined,
  contract_type: 'professional',
  place: 1,
} as const satisfies EndingRow

const expiring = page.getByRole('table', { name: 'What expires' })

/** Shows what expires, as one check found it; what a person marks is kept. */
async function openExpiring(recorded = 0) {
  let marks: Record<string, EndingMark> = {}
  const standing: ExpiringStanding = {
    job: null,
    done: {
      id: idAt(60),
      finished_at: `${today}T03:00:00Z`,
      is_nightly: true,
      is_late: false,
      recorded,
    },
  }
  const reply: ExpiringReply = {
    as_of: today,
    today,
    rows: [spanRow, contractRow],
    amounts: [
      {
        rows: [0],
        captures: 2,
        cents: 32_550,
        planned: { captures: 1, cents: 10_000 },
        without_amount: 0,
      },
    ],
    next_end: null,
    unread: [],
    counts: { '30': 2, '60': 2, '90': 2, ended: 0 },
  }
  answer(readExpiringStanding, () => standing)
  answer(readWhatExpires, () => reply)
  answer(readEndingMarks, () => ({ marks, team, today }))
  answer(markExpiring, ({ change, ...row }) => {
    const { owner_id, renewal } = change
    const key = endingKey(row)
    marks = {
      ...marks,
      [key]: {
        ...marks[key],
        ...(owner_id && { owner_id, owner: 'Demo Credentialing' }),
        ...(renewal && { renewal }),
      },
    }
    return {}
  })
  await showPage(
    '/credentialing/expiring?days=30',
    <ExpiringPage
      standing={toJsonText(ok(standing))}
      ownId="own"
      rights={{ mayCheck: true, mayExport: true, mayMark: true, mayRecordSpans: true }}
    />,
  )
}

test('a span that ends is assigned, its renewal is marked, and its next span begins the day after, by keyboard', async () => {
  await openExpiring(1)
  await expect.element(page.getByText(/were recorded or changed since/)).toBeVisible()
  const row = expiring.getByRole('row').filter({ has: page.getByCss(`a[href$="${spanRow.id}"]`) })
  await expect.element(row).toMatchTextContent('12 d')
  await expect.element(row).toMatchTextContent(payer.payer_name)
  await expect.element(row).toMatchTextContent('Not sent')
  await expect.element(row).toMatchTextContent('No owner')
  const focus = () => (row.getByRole('link').element() as HTMLElement).focus()
  const press = async (key: string, item: RegExp) => {
    const menuItem = page.getByRole('menuitem', { name: item })
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await pressUntil(key, page.getByRole('menu'), focus)
    await menuItem.click()
  }

  await press('a', /You$/)
  await expect.element(row).toMatchTextContent('Demo Credentialing')
  await press('r', /^Sent today/)
  await expect.element(row).toMatchTextContent(`Sent ${written(today)}`)
  await press('r', /^Sent on a date…/)
  const dialog = await expectBegins('Renewal sent')
  const day = dialog.getByLabelText(/^Sent on/)
  await day.fill(addDays(today, 3))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toMatchTextContent('Enter today or an earlier date.')
  await day.fill(addDays(today, -2))
  await userEvent.keyboard('{Enter}')
  await expect.element(row).toMatchTextContent(`Sent ${written(addDays(today, -2))}`)
  expect(inputsOf(markExpiring).map(({ change }) => change)).toEqual([
    { owner_id: 'own' },
    { renewal: { state: 'sent', on: today } },
    { renewal: { state: 'sent', on: addDays(today, -2) } },
  ])

  await expect
    .poll(async () => {
      focus()
      await userEvent.keyboard('e')
      return visits().length
    })
    .toBeGreaterThan(0)
  const next = new URL(visits()[0]!, location.origin)
  expect(next.pathname).toBe('/credentialing/provider-spans/new')
  expect([...next.searchParams]).toEqual([
    ['rendering_provider_id', spanRow.covered.id],
    ['contracting_provider_id', spanRow.provider.id],
    ['payer_uuid', spanRow.payer.uuid],
    ['start_date', addDays(today, 13)],
    ['state', 'OR'],
    ['state', 'WA'],
  ])
})

test('what expires is filtered by its kind and exported', async () => {
  await openExpiring()
  const status = page.getByRole('region', { name: 'What expires' }).getByRole('status')
  await expect.element(status).toMatchTextContent(/^2 rows/)
  for (const [kind, words] of [
    ['Contracts', /^1 row/],
    ['Facility spans', /^0 rows/],
    ['Provider spans', /^1 row · \$325\.50 of 2 captures/],
  ] as const) {
    await page.getByRole('group', { name: 'Kind' }).getByRole('button', { name: kind }).click()
    await expect.element(status).toMatchTextContent(words)
  }
  await page.getByRole('button', { name: 'All three' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const text = await savedText(() => page.getByRole('menuitem', { name: 'CSV' }).click())
  expect(text.trim().split('\r\n')).toHaveLength(3)
})

test('on a phone rows are cards of two lines with whole words, and nothing scrolls sideways', async () => {
  await page.viewport(390, 844)
  await openExpiring()
  const card = expiring
    .getByCss('tr[data-index]')
    .filter({ has: page.getByRole('link') })
    .first()
  await expect.element(card).toBeVisible()
  const box = card.element().getBoundingClientRect()
  expect(box.height).toBeGreaterThanOrEqual(44)
  expect(box.height).toBeLessThanOrEqual(72)
  expect(box.right).toBeLessThanOrEqual(390)
  await expect.element(card).toMatchTextContent(/\d\d\/\d\d\/\d{4}/)
  for (const name of [/^Provider spans/, /^30 days/])
    await expect.element(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  expect(document.documentElement.scrollWidth).toBe(390)
  await expectAccessible('what expires on a phone')
  // On a low one the page scrolls, and the rows keep their room.
  await page.viewport(390, 600)
  expect(expiring.element().parentElement!.clientHeight).toBeGreaterThan(150)
  await page.viewport(1440, 900)
})
