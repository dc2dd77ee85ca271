import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { address, visits } from '#components/testing/page.testing.tsx'
import {
  answerCaptures,
  answerQueue,
  causeKey,
  causeOf,
  itemOf,
  npi,
  openCause,
  openQueue,
  rowsOf,
  savedData,
  type QueueWork,
} from '#components/testing/queue.testing.tsx'
import { startBulkFix } from '#lib/actions/bulk-fixes.ts'
import { markQueue } from '#lib/actions/queue.ts'
import { saveChargeCapture } from '#lib/actions/records.ts'
import type { TeamMark } from '#lib/lists/queue.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'

const messages = page.getByRole('status', { name: 'Messages' })
const fixHere = page.getByRole('group', { name: 'Fix here' })
const proposals = page.getByRole('list', { name: 'Proposals' })
const current = page.getByCss('tr[aria-current="true"]')
const payerId = 'data.subscriber_primary.insurance_card.payer_id'
const endDate = 'data.end_date_of_service'

/** Refreshes the open page. */
async function refresh(): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
}

test('one problem on three lines is one row, and one edit sets the lines that had the same value', async () => {
  const pathOf = (line: number) => `data.service_lines.${line - 1}.quantity`
  const work: QueueWork = {
    items: [
      itemOf('CHG-1', {
        message: 'Quantity is zero or not a number',
        field: 'service_lines.0.quantity',
        field_label: 'Quantity',
        path: pathOf(1),
        value: '"0"',
        lines: [1, 2, 3],
        also: [
          { field: 'service_lines.1.quantity', path: pathOf(2), value: '"0"' },
          { field: 'service_lines.2.quantity', path: pathOf(3), value: '"0.0"' },
        ],
      }),
    ],
  }
  answerCaptures(work, ({ service_lines: lines }) => ({
    service_lines: ['0', '0', '0.0'].map((quantity, place) => ({
      ...lines![0]!,
      modifiers: [(['RT', 'LT', '59'] as const)[place]!],
      quantity,
    })),
  }))
  await openCause(work)
  await page.getByRole('button', { name: /^Edit .* of .*: 0, 0\.0 · lines 1, 2, 3$/ }).click()
  await expect.element(fixHere).toMatchTextContent('Also sets line 2, with the same value now.')
  await page.getByField(pathOf(1)).fill('2')
  await page.getByField(pathOf(3)).fill('3')
  await userEvent.keyboard('{Enter}')
  await expect.element(messages).toMatchTextContent('CHG-1 saved.')
  await expect.element(rowsOf()).not.toBeInTheDocument()
  expect(savedData()[0]!.service_lines!.map((line) => line.quantity)).toEqual(['2', '2', '3'])
})

test('the first row is current on arrival, the focus stays where it is, and a reading that brings other rows leaves that row current', async () => {
  const items = [itemOf('CHG-1'), itemOf('CHG-2')]
  await openCause({ items })
  await expect.poll(() => current.elements()).toHaveLength(1)
  await expect.element(rowsOf().first()).toHaveAttribute('aria-current', 'true')
  expect(document.activeElement).toBe(document.body)

  // A dearer claim comes before it.
  answerQueue({ items: [itemOf('CHG-0', { cents: 9_000_000 }), ...items] })
  await refresh()
  await expect.element(rowsOf().first().getByRole('link')).toMatchTextContent('CHG-0')
  await expect.element(current.getByRole('link')).toMatchTextContent('CHG-1')

  // Its key moves the focus to it, so that Escape leads back to it.
  await userEvent.keyboard('a')
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(current.getByRole('link')).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(rowsOf().first().getByRole('link')).toHaveFocus()
  await expect.element(rowsOf().first()).toHaveAttribute('aria-current', 'true')
})

/** The team's marks of one cause or claim, as the server has them. */
function answerMarks(show: (mark: TeamMark) => QueueWork): void {
  let mark: { [name: string]: unknown } = {}
  answer(markQueue, ({ change, subjects }) => {
    const before = Object.fromEntries(Object.keys(change).map((name) => [name, mark[name] ?? null]))
    mark = { ...mark, ...change }
    const { owner_id: owner } = mark
    const owned = owner === 'account' ? { owner: 'Demo Biller' } : {}
    answerQueue(
      show(
        Object.fromEntries(
          Object.entries({ ...mark, ...owned }).filter(([, value]) => value !== null),
        ),
      ),
    )
    return { before: subjects.map(() => before) }
  })
}

test('rows are assigned and snoozed for the team', async () => {
  const show = (mark: TeamMark) => ({
    items: [itemOf('CHG-1', { mark }), itemOf('CHG-2')].filter(
      (item) => item.mark.snoozed_until === undefined,
    ),
  })
  answerMarks(show)
  await openCause(show({}))
  await userEvent.keyboard('a')
  await page.getByRole('menuitem', { name: /You$/ }).click()
  await expect.element(messages).toMatchTextContent('CHG-1 is assigned to you.')
  await expect
    .element(
      rowsOf()
        .first()
        .getByRole('img', { name: /Demo Biller/i }),
    )
    .toBeVisible()
  await userEvent.keyboard('s')
  await expectAccessible('the menu of days')
  // Today is a Friday.
  await expect.element(page.getByRole('menuitem', { name: /Sat|Sun/ })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Next Monday Mon 11/23' }).click()
  await expect.element(messages).toMatchTextContent('CHG-1 is snoozed until')
  await expect.poll(() => rowsOf().elements()).toHaveLength(1)
  const snoozed = messages.getByRole('group').filter({ hasText: 'CHG-1 is snoozed until' })
  await snoozed.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rowsOf().elements()).toHaveLength(2)
  expect(inputsOf(markQueue)).toMatchObject([
    { subjects: [{ claim_creation_id: 'claim of CHG-1' }], change: { owner_id: 'account' } },
    { change: { snoozed_until: '2026-11-23' } },
    { change: { snoozed_until: null }, only_as: { snoozed_until: '2026-11-23' } },
  ])
})

test('two keys assign, snooze and note a cause, and z takes the last back', async () => {
  const show = (mark: TeamMark) => ({
    causes: [causeOf({ mark })].filter((cause) => cause.mark.snoozed_until === undefined),
  })
  answerMarks(show)
  await openQueue(show({}))
  const row = rowsOf().first()
  await userEvent.keyboard('a')
  await expect.element(page.getByRole('menuitem', { name: /You$/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(messages).toMatchTextContent('is assigned to you.')
  await expect.element(row).toHaveAccessibleName(/Demo Biller/)
  await userEvent.keyboard('z')
  await expect.element(messages).toMatchTextContent('Undone.')
  await expect.element(row).not.toHaveAccessibleName(/Demo Biller/)

  await userEvent.keyboard('m')
  await expectBegins('Note')
  await userEvent.keyboard('Asked the clinic')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(row).toMatchTextContent('Note: Asked the clinic.')
  // Letters rest for half a second after a dialog.
  await expect
    .poll(async () => {
      await userEvent.keyboard('s')
      return page.getByRole('menu').elements()
    })
    .toHaveLength(1)
  await expect.element(page.getByRole('menuitem', { name: /^Next Monday/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(rowsOf()).not.toBeInTheDocument()
})

test('two keys end the snooze of a cause at one of its claims, which are hidden with it', async () => {
  const until = { snoozed_until: '2026-11-21' }
  const show = ({ snoozed_until }: TeamMark) => ({
    items: ['CHG-1', 'CHG-2'].flatMap((id) =>
      snoozed_until ? [itemOf(id, { mark: until, is_snoozed_by_cause: true })] : [],
    ),
  })
  answerMarks(show)
  await openQueue(show(until), { view: 'snoozed' })
  await expect.poll(() => rowsOf().elements()).toHaveLength(2)
  await userEvent.keyboard('s')
  await expect
    .element(page.getByRole('menuitem', { name: 'Stop snoozing the cause' }))
    .toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(messages).toMatchTextContent('is back in the queue, with all of the cause.')
  await expect.element(rowsOf()).not.toBeInTheDocument()
  expect(inputsOf(markQueue)[0]!.subjects).toEqual([
    { claim_creation_id: 'claim of CHG-1' },
    { cause: causeKey },
  ])
})

const listed: Proposal = {
  path: payerId,
  value: 'NBH01',
  source: 'Payer list, exact name',
  from: 'list',
  isSure: true,
}

const unmapped = (id: string) =>
  itemOf(id, {
    message: 'Payer ID UNK77 is not mapped to a payer',
    field: 'subscriber_primary.insurance_card.payer_id',
    field_label: 'Payer ID',
    path: payerId,
    value: '"UNK77"',
  })

/** Opens the cause of unmapped payer ids; the payer list knows those of the first `known`. */
async function openUnmapped(ids: string[], known = ids.length): Promise<QueueWork> {
  const work: QueueWork = {
    items: ids.map(unmapped),
    proposals: Object.fromEntries(
      ids.slice(0, known).map((id) => [`id of ${id}`, { [payerId]: [listed] }]),
    ),
  }
  answerCaptures(work, ({ subscriber_primary: subscriber }) => ({
    subscriber_primary: {
      ...subscriber!,
      insurance_card: { ...subscriber!.insurance_card!, payer_id: 'UNK77' },
    },
  }))
  await openCause(work)
  return work
}

const savedPayers = () =>
  savedData().map((data) => data.subscriber_primary?.insurance_card?.payer_id)

test('the payer’s id is proposed by its name, and one key for each row takes it, saves it and opens the next', async () => {
  await openUnmapped(['CHG-1', 'CHG-2'])
  await userEvent.keyboard('e')
  await expect.element(proposals).toMatchTextContent('Payer list, exact name')
  const take = fixHere.getByRole('button', { name: /Use NBH01.* and save/ })
  await expect.element(take).toBeVisible()
  await expectAccessible('a proposal in a row')
  // Nothing is written before a person takes it.
  await expect.element(page.getByField(payerId)).toHaveValue('UNK77')
  expect(inputsOf(saveChargeCapture)).toEqual([])

  await userEvent.keyboard('{Enter}')
  await expect.element(messages).toMatchTextContent('saved.')
  await expect.poll(() => rowsOf().elements()).toHaveLength(1)
  await expect.element(take).toBeVisible()
  await expect.element(page.getByField(payerId)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(rowsOf()).not.toBeInTheDocument()
  expect(savedPayers()).toEqual(['NBH01', 'NBH01'])
})

test('once something is typed, Enter saves that', async () => {
  await openUnmapped(['CHG-1'])
  await userEvent.keyboard('e')
  await expect.element(proposals).toMatchTextContent('Payer list, exact name')
  await page.getByField(payerId).fill('SWK02')
  await expect.element(page.getByRole('button', { name: /^Save/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(rowsOf()).not.toBeInTheDocument()
  expect(savedPayers()).toEqual(['SWK02'])
})

test('rows show the present value and the proposed one, and the key of proposals begins a fix of those that have one', async () => {
  await openUnmapped(['CHG-1', 'CHG-2', 'CHG-3'], 2)
  const proposed = page.getByRole('button', {
    name: /UNK77 proposed NBH01 Payer list, exact name/,
  })
  await expect.poll(() => proposed.elements()).toHaveLength(2)
  await expectAccessible('rows with proposals')
  answer(startBulkFix, () => ({ id: '5f6f2b5e-31c4-4c1c-8d5e-0000000000f1' }))
  await userEvent.keyboard('{Control>}d{/Control}')
  await expect.poll(visits).toEqual([expect.stringMatching(/^\/queue\/fix\/5f6f2b5e/)])
  expect(inputsOf(startBulkFix)).toMatchObject([
    { source: { kind: 'captures', ids: ['id of CHG-1', 'id of CHG-2'], cause: causeKey } },
  ])
})

test('each capture’s own record proposes the end of its visit; where its lines differ a person chooses', async () => {
  const proposal = (value: string, line: number): Proposal => ({
    path: endDate,
    value,
    source: `line ${line} says so`,
    from: 'record',
    isSure: true,
  })
  const ended = (id: string) =>
    itemOf(id, { field: 'end_date_of_service', path: endDate, value: '"2026-10-01"' })
  await openCause({
    items: [ended('CHG-1'), ended('CHG-2')],
    proposals: {
      'id of CHG-1': { [endDate]: [proposal('2026-10-03', 1)] },
      'id of CHG-2': { [endDate]: [proposal('2026-10-03', 1), proposal('2026-10-04', 2)] },
    },
  })
  await expect
    .poll(() => page.getByRole('button', { name: /proposed .*line 1 says so/ }).elements())
    .toHaveLength(1)
  await expect
    .poll(() => page.getByRole('button', { name: /needs you/ }).elements())
    .toHaveLength(1)
  await expect.element(page.getByRole('button', { name: /^Set 1 proposal/ })).toBeVisible()
})

test.each([
  ['data.service_lines.0.drug_identification.national_drug_code', '0409-1234-01', '00409123401'],
  ['data.diagnoses.0.code_type', 'ABF', 'ABK'],
])('what a check would write into %s is set together', async (path, now, value) => {
  const proposal: Proposal = {
    path,
    value,
    source: 'the same value, as it must be written',
    from: 'check',
    isSure: true,
  }
  const ids = ['CHG-1', 'CHG-2']
  await openCause({
    items: ids.map((id) => itemOf(id, { path, value: JSON.stringify(now) })),
    proposals: Object.fromEntries(ids.map((id) => [`id of ${id}`, { [path]: [proposal] }])),
  })
  await expect.element(page.getByRole('button', { name: /^Set 2 proposals/ })).toBeVisible()
})

test('e opens the field in error at its row, and b the values of the cause', async () => {
  const work: QueueWork = { items: [itemOf('CHG-1')] }
  answerCaptures(work, ({ rendering_provider: provider }) => ({
    rendering_provider: { ...provider!, npi: '1234567890' },
  }))
  await openCause(work)
  await userEvent.keyboard('e')
  await expect.element(page.getByField(npi)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(fixHere).not.toBeInTheDocument()
  await userEvent.keyboard('b')
  await expect.poll(address).toBe(`/queue/fix/${causeKey}`)
})
