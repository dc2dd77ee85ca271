import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { expectBegins } from '#components/testing/dialogs.testing.ts'
import { creationId, openCreation, openErrored } from '#components/testing/errored.testing.tsx'
import {
  answerUpdates,
  captureOf,
  charging,
  idOf,
  settled,
  type ChangedVisit,
} from '#components/testing/updates.testing.tsx'
import {
  resolveChargeCaptureChanges,
  resolveClaimCreationError,
  saveChargeCapture,
} from '#lib/actions/records.ts'
import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { Json } from '#lib/core/json.ts'
import { billedDiff } from '#lib/rules/billed-diff/billed-diff.ts'
import type { Proposal } from '#lib/rules/queue/proposals.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'

const main = page.getByRole('main')
const aside = page.getByRole('complementary', { name: 'About this capture' })
const npi = 'data.rendering_provider.npi'
const payerId = 'data.subscriber_primary.insurance_card.payer_id'
const endDate = 'data.end_date_of_service'
const proposals = page.getByRole('list', { name: 'Proposals' })

const mistyped = (digits: string) => (data: ChargeCaptureData) => ({
  rendering_provider: { ...data.rendering_provider!, npi: digits },
})
const wrongNpi = (digits = '1234567890') => ({
  id: 'error-npi',
  message: `Rendering provider NPI ${digits} fails its check digit`,
  field: 'rendering_provider.npi',
})
const wrongDate = {
  id: 'error-date',
  message: 'Patient is not active on the date of service',
  field: 'patient.date_of_birth',
}
const reasons = () =>
  inputsOf(resolveClaimCreationError).map(({ error_id, resolution_reason }) => [
    error_id,
    resolution_reason,
  ])

test('an error that needs no fix is dismissed with a reason, which is shown afterwards with name and time', async () => {
  await openCreation({ change: mistyped('1234567890'), errors: [wrongNpi()] })
  const error = main.getByCss('[data-error]').first()
  await error.getByRole('button', { name: 'Dismiss with reason…' }).click()
  const dialog = await expectBegins('Dismiss with reason…')
  await expect.element(dialog).toMatchTextContent(/You can’t undo this/)
  await dialog.getByRole('button', { name: 'Mark resolved' }).click()
  await expect.element(dialog).toMatchTextContent('Enter a reason for dismissing.')
  await userEvent.keyboard('The registry has the new number already.')
  await dialog.getByRole('button', { name: 'Mark resolved' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByText(/^\d+ resolved$/).click()
  await expect
    .element(main)
    .toMatchTextContent(
      /Resolved by Demo Biller on .+\d{1,2}:\d\d [AP]M: The registry has the new number already\./,
    )
  expect(reasons()).toEqual([['error-npi', 'The registry has the new number already.']])
})

test('an error is resolved by keyboard', async () => {
  await openCreation({ change: mistyped('1234567890'), errors: [wrongNpi()] })
  await expect.element(main.getByCss('[data-error-link]').first()).toHaveFocus()
  // Nothing on this page tells that its field changed, so it takes a reason.
  await expect.element(page.getByRole('button', { name: 'Mark as fixed' })).not.toBeInTheDocument()
  // Letters rest for half a second after the dialog of another test.
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Shift>}f{/Shift}')
      return page.getByRole('menu').elements()
    })
    .toHaveLength(1)
  await expect
    .element(page.getByRole('menuitem', { name: 'Mark as fixed with reason…' }))
    .toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const dialog = await expectBegins('Mark as fixed with reason')
  await dialog.getByRole('button', { name: 'Mark resolved' }).click()
  await expect.element(dialog).toMatchTextContent('Enter what fixed it.')
  await userEvent.keyboard('The registry was wrong and is corrected.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(/^1 resolved$/)).toBeVisible()
  expect(reasons()).toEqual([['error-npi', 'Fixed: The registry was wrong and is corrected.']])
})

test('in the editor, a resolved error leaves its field and is kept with its reason', async () => {
  await openErrored({ change: mistyped('1234567890'), errors: [wrongNpi(), wrongDate] })
  await page.getByField(npi).fill('1234567893')
  const dismiss = aside.getByRole('button', { name: 'Dismiss with reason…' })
  for (const left of [1, 0]) {
    await dismiss.first().click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: /Reason for dismissing/ })
      .fill('It is right as it is.')
    await dialog.getByRole('button', { name: 'Mark resolved' }).click()
    await expect.poll(() => dismiss.elements()).toHaveLength(left)
  }
  // Text that was typed meanwhile is still there.
  await expect.element(page.getByField(npi)).toHaveValue('1234567893')
  await aside.getByText('2 resolved').click()
  await expect
    .element(aside)
    .toMatchTextContent(/Resolved by .+ on .+\d{1,2}:\d\d [AP]M: It is right as it is\./)
  expect(reasons().map(([, reason]) => reason)).toEqual([
    'It is right as it is.',
    'It is right as it is.',
  ])
})

test('a billed capture shows what its change moves, and the change is resolved and reopened there', async () => {
  const visit: ChangedVisit = {
    name: 'Asidechange',
    change: charging(15_000),
    claim: { status: 'paid', payer_claim_id: 'CN-77' },
  }
  const partner = { visits: [visit] }
  const id = captureOf('Asidechange')
  const update = { id: 'change of Asidechange', message: 'The charge changed.' }
  const open = {
    id,
    change: (data: ChargeCaptureData) => ({
      service_lines: charging(15_000)({
        ...data,
        service_lines: data.service_lines!.slice(0, 1),
      }).service_lines,
    }),
    head: {
      claim_creation_id: idOf('Asidechange'),
      updates: [{ ...update, resolved: false }],
    },
    creation: {
      id: idOf('Asidechange'),
      status: 'successful',
      created_encounter_id: 'encounter',
    },
  }
  answerUpdates(partner)
  await openErrored(open)
  await expect.element(aside.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  await expect.element(aside).toMatchTextContent('Billed$125.00')
  await expect.element(aside).toMatchTextContent(/Charge.*\$125\.00.*\$150\.00.*\(\+\$25\.00\)/)
  await expect
    .element(page.getByRole('group', { name: 'Suggestion' }))
    .toMatchTextContent(/Corrected claim \(frequency 7\)\..*control number CN-77/)
  await aside
    .getByRole('button', { name: /Charge/ })
    .first()
    .click()
  await expect.element(page.getByField('data.service_lines.0.charge_amount_cents')).toHaveFocus()
  await aside.getByRole('button', { name: 'Resolve' }).click()
  await expect.element(aside.getByRole('heading', { name: 'Change resolved' })).toBeVisible()
  expect(settled(partner)).toEqual([true])
  await aside.getByRole('button', { name: 'Reopen' }).click()
  await expect.element(aside.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  expect(settled(partner)).toEqual([false])
})

test('a bundle names the changed capture, and its claim creation resolves it', async () => {
  const clean = cleanData() as ChargeCaptureData
  const line = { ...clean.service_lines![0]!, procedure_code: 'G0463' }
  const other = { ...line, procedure_code: 'T1015', modifiers: [], charge_amount_cents: 3_000 }
  const of = (lines: object[]) => ({ ...clean, service_lines: lines }) as unknown as Json
  const billed = of([line, other])
  const change = { id: 'change', message: 'Line 1: charge 3000 → 4000', resolved: false }
  const capture = (id: string, lines: object[], updates: object[]) => ({
    id,
    status: 'billable',
    charge_external_id: id,
    claim_creation_id: creationId,
    charge_capture_data: of(lines),
    updates,
  })
  let isResolved = false
  const captures = () => [
    capture('CHG-1', [line], []),
    capture(
      'CHG-2',
      [{ ...other, charge_amount_cents: 4_000 }],
      [{ ...change, resolved: isResolved }],
    ),
  ]
  await openCreation(
    {
      creation: {
        status: 'successful',
        created_encounter_id: 'encounter',
        encounter_creation_input: billed,
      },
    },
    () => ({
      charge_captures: JSON.stringify(captures()),
      billed_diff: billedDiff(
        billed,
        captures().map(({ id, status, charge_capture_data: data, updates }) => ({
          id,
          status,
          data,
          changed: updates.length > 0 && !isResolved,
        })),
      )!,
    }),
  )
  answer(resolveChargeCaptureChanges, ({ resolved }) => {
    isResolved = resolved
    return null as never
  })
  await expect.element(main.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  const row = main.getByRole('row', { name: /T1015 · Charge/ })
  await expect.element(row).toMatchTextContent('CHG-2')
  await expect.element(row).toMatchTextContent('$30.00$40.00+$10.00')
  await expect.element(main).toMatchTextContent('Billed$155.00')
  await main.getByRole('button', { name: 'Resolve' }).click()
  await expect.element(main.getByRole('heading', { name: 'Changes after billing' })).toBeVisible()
  await main.getByRole('button', { name: 'Reopen' }).last().click()
  await expect.element(main.getByRole('heading', { name: 'Changed after billing' })).toBeVisible()
  expect(
    inputsOf(resolveChargeCaptureChanges).map(({ charge_capture_change_ids: ids, resolved }) => [
      ...ids,
      resolved,
    ]),
  ).toEqual([
    ['change', true],
    ['change', false],
  ])
})

const proposal = (path: string, value: Json, source: string, rest: Partial<Proposal> = {}) =>
  ({ path, value, source, from: 'record', isSure: false, ...rest }) satisfies Proposal

test('on the record, the lines propose the end of the visit, and Enter takes it and saves', async () => {
  await openErrored({
    change: ({ service_lines: lines }) => ({
      end_date_of_service: '2026-09-29',
      service_lines: lines!.slice(0, 1),
    }),
    errors: [
      {
        id: 'error-end',
        message: 'End date of service is before the date of service',
        field: 'end_date_of_service',
      },
    ],
    field: 'end_date_of_service',
    proposals: {
      [endDate]: [
        proposal(endDate, '2026-10-02', 'line 1 says so', { isSure: true }),
        proposal(endDate, null, 'a visit of one day needs no end date'),
      ],
    },
  })
  await expect.element(page.getByField(endDate)).toHaveFocus()
  for (const source of ['line 1 says so', 'a visit of one day needs no end date'])
    await expect.element(proposals.filter({ hasText: source })).toBeVisible()
  await expectAccessible('proposals on a record')
  await userEvent.keyboard('{Enter}')
  await expect.element(main).toMatchTextContent('Saved.')
  expect(JSON.parse(inputsOf(saveChargeCapture)[0]!.body).data.end_date_of_service).toBe(
    '2026-10-02',
  )
})

test('another capture of the claim says its value, and where two sources differ Enter takes neither', async () => {
  await openErrored({
    change: ({ subscriber_primary: subscriber }) => ({
      subscriber_primary: {
        ...subscriber!,
        insurance_card: { ...subscriber!.insurance_card!, payer_id: 'UNK77' },
      },
    }),
    errors: [
      {
        id: 'error-payer',
        message: 'Payer ID UNK77 is not mapped to a payer',
        field: 'subscriber_primary.insurance_card.payer_id',
      },
    ],
    field: 'subscriber_primary.insurance_card.payer_id',
    proposals: {
      [payerId]: [
        proposal(payerId, 'NBH01', 'Payer list, exact name', { from: 'list', isSure: true }),
        proposal(payerId, 'SWK02', 'from CHG-9 of this claim', {
          from: 'same-claim',
          isSure: true,
        }),
      ],
    },
  })
  await expect.element(proposals).toMatchTextContent('from CHG-9 of this claim')
  await expect.element(proposals).toMatchTextContent('Payer list, exact name')
  await expect.element(proposals).not.toMatchTextContent('Enter')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByField(payerId)).toHaveValue('UNK77')
  await proposals.getByRole('button', { name: 'Use SWK02 (now UNK77)' }).click()
  await expect.element(page.getByField(payerId)).toHaveValue('SWK02')
  await expect.element(main).toMatchTextContent('1 unsaved change')
  expect(inputsOf(saveChargeCapture)).toEqual([])
})

test('what cleared an error is offered for the next patient and fills the field by one click', async () => {
  await openErrored({
    change: mistyped('1111111111'),
    errors: [wrongNpi('1111111111')],
    fixes: {
      'error-npi': [
        {
          path: npi,
          value: '"1234567893"',
          times: 1,
          billed: 1,
          denied: 0,
          by: 'Demo Biller',
          where: 'at Fox, Dana',
        },
      ],
    },
  })
  const offers = page.getByRole('list', { name: 'What cleared this error before' })
  await expect
    .element(offers)
    .toMatchTextContent(
      'Cleared once at Fox, Dana: NPI replaced by 1234567893 (by Demo Biller, made a claim 1 of 1)',
    )
  // The same offer stands at the field itself.
  await expect
    .element(page.getByRole('button', { name: 'Use 1234567893 (now 1111111111)' }))
    .toBeVisible()
  await expect.element(proposals).toMatchTextContent('as once before')
  await expectAccessible('an offered fix')
  await expect.element(page.getByField(npi)).toHaveValue('1111111111')
  await offers.getByRole('button', { name: /^Use 1234567893/ }).click()
  await expect.element(page.getByField(npi)).toHaveValue('1234567893')
  await expect.element(offers).toMatchTextContent('It is in the field. Save to send it.')
  await expect.element(main).toMatchTextContent('1 unsaved change')
  expect(inputsOf(saveChargeCapture)).toEqual([])
})

test('an error that nothing cleared before has no offer', async () => {
  await openErrored({ change: mistyped('1111111111'), errors: [wrongNpi('1111111111')] })
  await expect.element(page.getByText(/fails its check digit/).first()).toBeVisible()
  await expect
    .element(page.getByRole('list', { name: 'What cleared this error before' }))
    .not.toBeInTheDocument()
})
