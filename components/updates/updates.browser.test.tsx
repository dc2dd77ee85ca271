import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer } from '#components/testing/answers.testing.ts'
import { visits } from '#components/testing/page.testing.tsx'
import { rowsOf } from '#components/testing/queue.testing.tsx'
import {
  answerUpdates,
  charging,
  idOf,
  openUpdates,
  patientOf,
  refused,
  settled,
  type ChangedVisit,
  type Partner,
} from '#components/testing/updates.testing.tsx'
import { readUpdate } from '#lib/actions/read.ts'
import { fail } from '#lib/core/result.ts'

const hand = page.getByRole('region', { name: 'Selected change' })
const heading = hand.getByRole('heading', { level: 2 })
const messages = page.getByRole('status', { name: 'Messages' })
const linkOf = (name: string) => rowsOf().getByRole('link', { name: new RegExp(name) })
const rowTexts = () =>
  rowsOf()
    .elements()
    .map((row) => row.textContent)
const expectRows = (...rows: RegExp[]) =>
  expect.poll(rowTexts).toEqual(rows.map((row) => expect.stringMatching(row)))
const expectEmpty = () =>
  expect.element(page.getByRole('main')).toMatchTextContent('Nothing matches these filters')

const only = (...names: string[]) =>
  `?${names.map((name) => `claim_creation_ids=${idOf(name)}`).join('&')}`

/** Opens the list with these visits of the partner. */
async function openWith(...changed: ChangedVisit[]): Promise<Partner> {
  const partner = { visits: changed }
  answerUpdates(partner)
  await openUpdates(only(...changed.map(({ name }) => name)))
  return partner
}

test('a change after billing shows the billed and the current values, and is resolved and reopened by keyboard', async () => {
  const partner = await openWith({
    name: 'Firstchange',
    change: (data) => ({
      prior_authorization_number: 'PA-77',
      place_of_service_code: '22',
      service_lines: charging(13_000)(data).service_lines.map((line) => ({
        ...line,
        place_of_service_code: '22' as const,
      })),
      billing_notes: [{ text: 'Called the payer' }],
    }),
  })
  await expectRows(/\+\$5\.00/)
  await expect.element(hand).not.toBeInTheDocument()
  const link = linkOf('Firstchange')
  await expect.element(link).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('e')
  await expect.element(heading).toHaveTextContent(patientOf('Firstchange'))
  await expect.element(link).toHaveAttribute('aria-expanded', 'true')
  await expect.element(link).toHaveFocus()
  await expectAccessible('an open change')
  await expect.element(hand).toMatchTextContent('Billed$125.00')
  await expect.element(hand).toMatchTextContent('Now$130.00')
  await expect.element(hand).toMatchTextContent('+$5.00')
  const rows = hand.getByRole('table').getByRole('row')
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual([
      expect.stringMatching(/^Field/),
      'Money',
      expect.stringMatching(/Charge.*\$125\.00\$130\.00\+\$5\.00/),
      'Coding',
      expect.stringMatching(/Place of service.*11 office.*22/),
      'Coverage',
      expect.stringMatching(/Prior authorization number.*nothing.*PA-77/),
      'Cosmetic',
      expect.stringMatching(/Billing notes/),
    ])
  await expect.element(hand).toMatchTextContent(/Suggestion: Edit before it is sent\./)

  await userEvent.keyboard('{Escape}')
  await expect.element(hand).not.toBeInTheDocument()
  await expect.element(link).toHaveFocus()
  expect(new URL(location.href).searchParams.has('item')).toBe(false)
  await userEvent.keyboard('{Enter}')
  await expect.element(heading).toHaveTextContent(patientOf('Firstchange'))
  await userEvent.keyboard('r')
  await expectEmpty()
  await expect.element(hand).not.toBeInTheDocument()
  expect(settled(partner)).toEqual([true])
  await userEvent.keyboard('u')
  await expect.element(heading).toHaveTextContent(patientOf('Firstchange'))
  expect(settled(partner)).toEqual([false])
})

test.each<[string, ChangedVisit['claim'], RegExp[]]>([
  ['is not sent', undefined, [/Edit before it is sent\. The claim hasn’t been sent/]],
  [
    'is sent',
    { status: 'submitted_to_payer' },
    [/Wait for the payer\. Wait until .* has answered/],
  ],
  [
    'is paid',
    { status: 'paid', payer_claim_id: 'CN-77' },
    [
      /Corrected claim \(frequency 7\)\..*control number CN-77 and all original lines/,
      /No limit for corrected claims entered for/,
    ],
  ],
])('the advice follows the claim: it %s', async (_, claim, words) => {
  await openWith({
    name: 'Advicestory',
    change: charging(13_000),
    ...(claim && { claim, step: 'wait' }),
  })
  await expectRows(claim ? /Wait for the payer/ : /Edit before it is sent/)
  await linkOf('Advicestory').click()
  const advice = page.getByRole('group', { name: 'Suggestion' })
  for (const each of words) await expect.element(advice).toMatchTextContent(each)
  await expectAccessible('the advice')

  // The corrected claim may be the only one that was sent, or none: a person states it.
  await rowsOf().getByRole('checkbox').click()
  await page.getByRole('button', { name: /^Resolve 1…/ }).click()
  for (const choice of page.getByRole('dialog').getByRole('radio').all())
    await expect.element(choice).not.toBeChecked()
})

const threeVisits: ChangedVisit[] = [
  { name: 'Littlemoney', change: charging(12_600), date: '2026-10-26' },
  { name: 'Nomoney', change: () => ({ prior_authorization_number: 'R-1' }), date: '2026-10-28' },
  { name: 'Muchmoney', change: charging(2_500) },
]

test('the changes are walked by amount or oldest first, each open in turn', async () => {
  await openWith(...threeVisits)
  await expectRows(
    /Muchmoney.*−\$100\.00/,
    /Littlemoney.*\+\$1\.00/,
    /Nomoney.*Coverage.*No change/,
  )
  await page.getByRole('button', { name: /^Work one by one/ }).click()
  await expect.element(heading).toHaveTextContent(patientOf('Muchmoney'))
  // Faster than the page can draw: each key continues from the previous one's target.
  await userEvent.keyboard('njjp')
  await expect.element(heading).toHaveTextContent(patientOf('Littlemoney'))
  await expect.element(rowsOf().nth(1).getByRole('link')).toHaveFocus()

  // Another order begins with nothing open.
  await page.getByLabelText('Sort').selectOptions('Oldest service')
  await expectRows(/Littlemoney/, /Nomoney/, /Muchmoney/)
  await expect.element(heading).not.toBeInTheDocument()
  await linkOf('Muchmoney').click()
  await expect.element(heading).toHaveTextContent(patientOf('Muchmoney'))
  expect(new URL(location.href).searchParams.get('item')).toBe(idOf('Muchmoney'))
})

test('the link of an open change can be shared', async () => {
  answerUpdates({ visits: threeVisits })
  await openUpdates(`?item=${idOf('Muchmoney')}`)
  await expect.element(heading).toHaveTextContent(patientOf('Muchmoney'))
  await expect.element(linkOf('Muchmoney')).toHaveFocus()
  await expect.element(linkOf('Muchmoney')).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('o')
  await expect.poll(visits).toEqual([`/claim-creations/${idOf('Muchmoney')}`])
})

test('an open change that has no row is above the list, is resolved and reopened there, and is closed', async () => {
  const partner = {
    visits: [
      { name: 'Oldlink', change: charging(12_700) },
      { name: 'Otherlink', change: charging(12_800) },
    ],
  }
  answerUpdates(partner)
  await openUpdates(`${only('Oldlink')}&item=${idOf('Otherlink')}`)
  await expectRows(/Oldlink/)
  await expect.element(hand).toMatchTextContent('This change isn’t in the list')
  await expect.element(heading).toHaveTextContent(patientOf('Otherlink'))
  await expectAccessible('a change above the list')
  await hand.getByRole('button', { name: /^Resolve/ }).click()
  await expect.element(hand).toMatchTextContent('All changes are resolved.')
  await hand.getByRole('button', { name: 'Reopen' }).click()
  await expect.element(hand.getByRole('button', { name: /^Resolve/ })).toBeVisible()
  await hand.getByRole('button', { name: 'Close' }).click()
  await expect.element(hand).not.toBeInTheDocument()
  expect(new URL(location.href).searchParams.has('item')).toBe(false)
})

test('many changes are resolved at once, and reopened from the message', async () => {
  const partner = await openWith(
    { name: 'Manyone', change: charging(100) },
    { name: 'Manytwo', change: charging(200) },
    { name: 'Manythree', change: charging(300) },
  )
  const queue = page.getByRole('region', { name: 'Updates' })
  await queue.getByRole('checkbox', { name: /Manyone/ }).click()
  await queue.getByRole('checkbox', { name: /Manythree/ }).click({ modifiers: ['Shift'] })
  await queue.getByRole('button', { name: /^Resolve 3…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Resolve 3 claims' })
  await dialog.getByRole('radio', { name: /Corrected claim sent/ }).click()
  await dialog.getByRole('button', { name: /^Resolve/ }).click()
  await expectEmpty()
  expect(settled(partner)).toEqual([true, true, true])
  // A key leads to the message from anywhere.
  const reopen = messages.getByRole('button', { name: 'Reopen' })
  await expect.element(reopen.first()).toBeVisible()
  await userEvent.keyboard('{F6}')
  await expect.element(reopen.first()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(messages).toMatchTextContent('3 claims are reopened.')
  // The pressed button disappeared with its message, and so did the one before it; the focus is on
  // the page.
  expect(document.activeElement).not.toBe(document.body)
  expect(settled(partner)).toEqual([false, false, false])
  await expectRows(/Manyone/, /Manytwo/, /Manythree/)
})

test('after one change is resolved the next opens, and a paid capture that is no longer billed suggests a void', async () => {
  await openWith(
    { name: 'Stayfirst', change: charging(50_000) },
    {
      name: 'Gonevisit',
      status: 'entered-in-error',
      claim: { status: 'finalized_paid', payer_claim_id: 'CN-78' },
    },
  )
  await expectRows(/Stayfirst/, /Gonevisit/)
  await linkOf('Stayfirst').click()
  await expect.element(heading).toHaveTextContent(patientOf('Stayfirst'))
  await hand.getByRole('button', { name: /^Resolve/ }).click()
  await expect.element(heading).toHaveTextContent(patientOf('Gonevisit'))
  await expectRows(/Gonevisit/)
  await expect.element(rowsOf().getByRole('link')).toHaveFocus()
  await expect.element(hand).toMatchTextContent('−$125.00')
  await expect.element(hand).toMatchTextContent(/Void the claim \(frequency 8\)/)
  await expect.element(hand.getByRole('table')).toMatchTextContent('Entered in error')
})

test('changes from an ADT message are offered to be dismissed first, and the rest of the visit stays open', async () => {
  const adt = {
    id: 'adt',
    message: 'Originating system: nothing → Front desk',
    resolved: false,
    message_type: 'ADT',
  }
  const charge = { id: 'charge', message: 'Charge: 12500 → 13000', resolved: false }
  const partner = await openWith(
    { name: 'Deskchange', change: charging(13_000), updates: [charge, adt] },
    { name: 'Deskonly', updates: [{ ...adt, id: 'desk' }], step: 'nothing' },
    {
      name: 'Settledchange',
      change: charging(12_000),
      updates: [{ ...charge, id: 'old', resolved: true }],
    },
  )
  await expectRows(/Deskchange/, /Deskonly.*Nothing to send/)
  await linkOf('Deskchange').click()
  const recorded = hand.getByRole('region', { name: 'Recorded by the partner' })
  await expect
    .poll(() =>
      recorded
        .getByRole('listitem')
        .elements()
        .map((each) => each.textContent),
    )
    .toEqual([
      expect.stringMatching(/unresolved · ADT message.*Originating system/),
      expect.stringMatching(/unresolved.*Charge/),
    ])
  const ignore = hand.getByRole('button', { name: 'Ignore ADT message' })
  await ignore.click()
  await expect.element(ignore).not.toBeInTheDocument()
  await expect.element(heading).toHaveTextContent(patientOf('Deskchange'))
  expect(settled(partner)).toEqual([false, true, false, true])
  await hand.getByRole('button', { name: /^Resolve/ }).click()

  await expect.element(heading).toHaveTextContent(patientOf('Deskonly'))
  await ignore.click()
  await expectEmpty()
  expect(settled(partner)).toEqual([true, true, true, true])
})

test.each([
  ['a read-only key', 403, /doesn’t have permission.*You can still view it/],
  [
    'a partner without the companion endpoint',
    404,
    /this connection can’t resolve it\. You can still view it/,
  ],
])(
  'with %s a change can be read, and says that nothing can be resolved',
  async (_, status, words) => {
    const partner = { visits: [{ name: 'Readonly', change: charging(12_000) }] }
    answerUpdates(partner, refused(status, 'no such path'))
    await openUpdates(`?item=${idOf('Readonly')}`)
    await expect.element(hand).toMatchTextContent('−$5.00')
    await userEvent.keyboard('r')
    await expect.element(hand.getByRole('alert')).toMatchTextContent(words)
    await expect.element(heading).toHaveTextContent(patientOf('Readonly'))
    await expect.element(hand).toMatchTextContent('−$5.00')
    expect(settled(partner)).toEqual([false])
  },
)

test('nothing is compared or called resolved while captures cannot be read', async () => {
  const { error } = refused(403, 'This key may not read captures.')
  await openWith({ name: 'Nocaptures', change: charging(9_900), capturesFailure: error })
  await linkOf('Nocaptures').click()
  await expect.element(heading).toHaveTextContent(patientOf('Nocaptures'))
  await expect
    .element(hand)
    .toMatchTextContent(
      /couldn’t be loaded, so nothing is compared: This key may not read captures/,
    )
  await expect.element(hand).not.toMatchTextContent(/All changes are resolved|\$/)
  await userEvent.keyboard('r')
  await expect.element(messages).toMatchTextContent(/nothing to resolve/i)
})

test('without the encounter the advice is not known, and can be retried', async () => {
  const visit: ChangedVisit = { name: 'Noencounter', change: charging(9_900), isUnread: true }
  const partner = await openWith(visit)
  await linkOf('Noencounter').click()
  await expect.element(hand).toMatchTextContent('−$26.00')
  const advice = hand.getByRole('group', { name: 'Suggestion' })
  await expect.element(advice).toMatchTextContent(/Not known\. The encounter couldn’t be read/)
  partner.visits = [{ ...visit, isUnread: false }]
  await advice.getByRole('button', { name: 'Try again' }).click()
  await expect.element(advice).toMatchTextContent('Edit before it is sent')
})

test('a change that cannot be read can be retried', async () => {
  const partner: Partner = { visits: [{ name: 'Tryagain', change: charging(9_900) }] }
  answerUpdates(partner)
  answer(readUpdate, () => fail('PartnerUnreachable', 'The partner can’t be reached.'))
  await openUpdates(`?item=${idOf('Tryagain')}`)
  const again = hand.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  answerUpdates(partner)
  await again.click()
  await expect.element(heading).toHaveTextContent(patientOf('Tryagain'))
})
