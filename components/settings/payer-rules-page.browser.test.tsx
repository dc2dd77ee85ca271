import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { putFile } from '#components/testing/put-file.testing.ts'
import { savedText } from '#components/testing/saved-file.testing.ts'
import { expectNoWireNames } from '#components/testing/wire-names.testing.ts'
import { readPayerRules, saveFilingLimits } from '#lib/actions/payer-rules.ts'
import type { PayerRow } from '#lib/actions/payer-rules/verbs.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { defaultRules, isEmpty } from '#lib/rules/filing/rulebook.ts'
import { PayerRulesPage } from './payer-rules-page.tsx'

const medicare = defaultRules.find(({ kind }) => kind === 'medicare')!
const alder: PayerRow = {
  payer_id: '60054',
  payer: 'Alder Health Plan',
  kind: 'commercial',
  limits: {},
  source: '',
}
const [north, south] = ['North', 'South'].map((region, at) => ({
  payer_id: `MPB1${at}`,
  payer: `Medicare Part B, ${region} Region`,
  kind: 'medicare' as const,
  limits: medicare.limits,
  source: medicare.source,
})) as [PayerRow, PayerRow]

const row = (payer: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(payer) }) })
const messages = page.getByLabelText('Messages')
const main = page.getByRole('main')
const editOf = (payer: string) => page.getByRole('button', { name: `Edit limits: ${payer}` })
const limitOf = (payer: string) => page.getByRole('textbox', { name: `Original of ${payer}` })
const sourceOf = (payer: string) =>
  page.getByRole('textbox', { name: `Where the limits of ${payer} come from` })
const search = page.getByRole('textbox', { name: 'Payer name or ID' })

/** Shows the rulebook, which keeps what is saved. */
async function openRules(canEdit = true) {
  let rows: PayerRow[] = [{ ...medicare, is_shared: true }, alder, north, south]
  const nothing = { claims: 0, cents: 0 }
  const filing = {
    past: nothing,
    near: nothing,
    payersWithoutLimit: 1,
    claimsWithoutLimit: 2,
    payersOnDefault: 2,
  }
  const reply = (): ReplyOf<typeof readPayerRules> => ({ rows, filing })
  answer(readPayerRules, reply)
  answer(saveFilingLimits, ({ rules }) => {
    for (const { payer_id, payer, limits, source } of rules as PayerRow[]) {
      const before = rows.find((each) => each.payer_id === payer_id)
      const own = isEmpty(limits) ? {} : { own: limits }
      const saved: PayerRow = {
        ...before,
        payer_id,
        payer,
        limits: { ...before?.limits, ...limits },
        ...own,
        source,
        confirmed_by: 'Demo Manager',
        confirmed_at: '2026-11-20T10:00:00Z',
      }
      rows = [...rows.filter((each) => each.payer_id !== payer_id), saved]
    }
    return { changed: rules.length } as never
  })
  return showPage(
    '/settings/payers',
    <PayerRulesPage reply={Promise.resolve(toJsonText(ok(reply())))} canEdit={canEdit} canExport />,
  )
}

test('a biller reads the rules and has no boxes', async () => {
  await openRules(false)
  await expect.element(row(alder.payer)).toMatchTextContent('No limit')
  await expect
    .element(row('Every Medicare payer'))
    .toMatchTextContent(/1 calendar year.*42 CFR 424\.44/)
  await expect
    .element(page.getByRole('button', { name: /Edit limits|Import|Add payer/ }))
    .not.toBeInTheDocument()
})

test('a limit is entered with its source, and a wrong one is refused at its box', async () => {
  await openRules()
  await search.fill(alder.payer)
  await editOf(alder.payer).click()
  const days = limitOf(alder.payer)
  await expect.element(days).toHaveFocus()
  await expect.element(days).toHaveValue('')
  await days.fill('three weeks')
  await userEvent.keyboard('{Enter}')
  await expect.element(days).toHaveAccessibleDescription(/Enter 1 to 3,650 days/)
  await expectAccessible('the limits of a payer')
  expectNoWireNames('the limits of a payer')
  await days.fill('90')
  await userEvent.keyboard('{Enter}')
  const source = sourceOf(alder.payer)
  await expect.element(source).toHaveFocus()
  await source.fill('Contract § 4.1')
  await userEvent.keyboard('{Enter}')
  await expect.element(messages).toMatchTextContent(`${alder.payer}: saved.`)
  await expect
    .element(row(alder.payer))
    .toMatchTextContent(/90 days.*Contract § 4\.1.*Demo Manager/)
  await expect.element(editOf(alder.payer)).toHaveFocus()
  expect(inputsOf(saveFilingLimits)).toMatchObject([
    { rules: [{ payer_id: alder.payer_id, limits: { original: 90 }, source: 'Contract § 4.1' }] },
  ])
})

test('a round opens each payer without a confirmed limit in turn, and a default is confirmed by its source', async () => {
  await openRules()
  await search.fill('Medicare Part B')
  await expect
    .element(page.getByRole('button', { name: /^Edit limits: Medicare Part B/ }))
    .toHaveLength(2)
  await page.getByRole('heading', { level: 1 }).click()
  await userEvent.keyboard('w')
  await expect.element(limitOf(north.payer)).toHaveFocus()
  await expect.element(limitOf(north.payer)).toHaveValue('')
  // Nothing is confirmed without its source.
  await userEvent.keyboard('{Enter}')
  const source = sourceOf(north.payer)
  await expect.element(source).toHaveFocus()
  await expect.element(source).toHaveAccessibleDescription(/Enter the contract, manual or law\./)
  await expectAccessible('a round of payers')
  await source.fill('CMS manual, chapter 1')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(row(north.payer))
    .toMatchTextContent(/1 calendar year.*CMS manual, chapter 1.*Demo/)
  await expect.element(limitOf(south.payer)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(editOf(south.payer)).toHaveFocus()

  for (const [width, isTable] of [
    [1024, true],
    [390, false],
  ] as const) {
    await page.viewport(width, 844)
    // A card says what each of its limits is for; a table has its head.
    const label = page.getByCss('tbody').getByText('Corrected').first()
    const isShown = () => label.element().checkVisibility()
    await expect.poll(isShown, { message: `${width}` }).toBe(!isTable)
    const box = main.getByCss('table').element().parentElement!
    expect(box.scrollWidth, `${width}`).toBe(box.clientWidth)
    await editOf(south.payer).click()
    const save = page.getByRole('button', { name: 'Save', exact: true }).element()
    expect(save.getBoundingClientRect().right, `${width}`).toBeLessThanOrEqual(width)
    await expectAccessible(`the limits of a payer at ${width}`)
    await userEvent.keyboard('{Escape}')
  }
  await page.viewport(1440, 900)
})

test('a file with one wrong line names it and stores nothing; without it, its limits are stored and exported', async () => {
  const [one, two] = ['ALD1', 'BIR2']
  const heading =
    'Payer ID,Payer,Original claim,Corrected claim,Appeal,Secondary claim,Where it comes from'
  const file = (days: string) =>
    [heading, `${one},${one},120,60,,,Manual 2026`, `${two},${two},${days},,,,Manual`].join('\n')
  await openRules()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import limits' })
  const input = dialog.getByCss('input[type=file]')
  await expect.element(input).toBeInTheDocument()
  putFile(input, 'limits.csv', file('ninety'))
  await expect.element(dialog).toMatchTextContent('Nothing was saved: 1 line doesn’t fit.')
  await expect.element(dialog).toMatchTextContent(`Line 3: Original claim of ${two} is “ninety”.`)
  await expectAccessible('a file with a wrong line')
  await expect
    .element(dialog.getByRole('button', { name: 'Save' }))
    .toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row(one)).not.toBeInTheDocument()
  expect(inputsOf(saveFilingLimits)).toEqual([])

  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect.element(input).toBeInTheDocument()
  putFile(input, 'limits.csv', file('calendar year'))
  await dialog.getByRole('button', { name: 'Save 2 payers' }).click()
  await expect.element(messages).toMatchTextContent('Limits of 2 payers saved.')
  await expect.element(row(one)).toMatchTextContent(/120 days.*60 days.*Manual 2026/)
  await expect.element(row(two)).toMatchTextContent('1 calendar year')

  const text = await savedText(() => page.getByRole('button', { name: 'Export CSV' }).click())
  expect(text).toContain(`${one},${one},120,60,,,Manual 2026`)
  expect(text).toContain(`${two},${two},1 calendar year,,,,Manual`)
})
