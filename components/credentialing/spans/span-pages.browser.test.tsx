import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#components/testing/accessible.testing.ts'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { clinic, idAt, payer } from '#components/testing/contract.testing.tsx'
import { facilityAt, providerAt } from '#components/testing/look-ups.testing.ts'
import { sectionOf, visits } from '#components/testing/page.testing.tsx'
import { pressUntil } from '#components/testing/press-until.testing.ts'
import {
  answerSpans,
  parties,
  showNewSpan,
  showSpan,
  spanId,
  spanLists,
  spanRecord,
} from '#components/testing/spans.testing.tsx'
import { expectNoWireNames } from '#components/testing/wire-names.testing.ts'
import {
  closeFollowUp,
  logFollowUp,
  readFollowUps,
  readPayerDays,
} from '#lib/actions/follow-ups.ts'
import {
  createFacilitySpan,
  createProviderSpan,
  deleteFacilitySpan,
  deleteProviderSpan,
  saveFacilitySpan,
  saveProviderSpan,
} from '#lib/actions/records.ts'
import type { FollowUp } from '#lib/actions/follow-ups/verbs.ts'
import { addDays, formatLocalDate } from '#lib/core/local-date.ts'
import { fail } from '#lib/core/result.ts'
import { toFacilitySpanRow, toProviderSpanRow } from '#lib/lists/rows/span-rows.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'

const main = page.getByRole('main')
const field = (name: string) => page.getByField(name)
const standing = page.getByCss('footer output').first()
const create = page.getByRole('button', { name: /^Create span/ })
const save = () => userEvent.keyboard('{Control>}s{/Control}')
const acts = {
  facility: {
    create: createFacilitySpan,
    save: saveFacilitySpan,
    remove: deleteFacilitySpan,
    toRow: toFacilitySpanRow,
    covered: 'service_facility_id',
  },
  provider: {
    create: createProviderSpan,
    save: saveProviderSpan,
    remove: deleteProviderSpan,
    toRow: toProviderSpanRow,
    covered: 'rendering_provider_id',
  },
} as const
const created = { kind: 'created' as const, id: spanId, is_found: false, unverified: [] }
const bodies = (act: typeof createFacilitySpan) =>
  inputsOf(act).map(({ body }) => JSON.parse(body) as object)

for (const kind of ['facility', 'provider'] as const) {
  const { covered, toRow, ...act } = acts[kind]
  const list = spanLists[kind]
  const openNew = async () => {
    answerSpans()
    await showNewSpan(kind, parties[kind])
    if (kind === 'provider') await page.getByRole('radio', { name: 'National' }).click()
    await expect.element(field('start_date')).toBeEnabled()
  }

  describe(`${kind} spans`, () => {
    test('are created; reversed dates are refused at their fields, and nothing is sent', async () => {
      answerSpans()
      answer(act.create, () => created)
      await showNewSpan(kind)
      await field(covered).fill('1234567893')
      await field('contracting_provider_id').fill(clinic.organization_provider_id)
      await page.getByRole('button', { name: 'Find the payer' }).click()
      await page.getByRole('combobox', { name: 'Name or payer ID' }).fill(payer.payer_name)
      await page.getByRole('option', { name: new RegExp(payer.payer_name) }).click()
      await expect.element(field('payer_uuid')).toHaveValue(payer.payer_uuid)
      await field('start_date').fill('1990-03-04')
      await field('end_date').fill('1960-01-01')
      if (kind === 'provider') await page.getByRole('radio', { name: 'National' }).click()
      await save()
      await expect.element(standing).toMatchTextContent('Not created.')
      await expect.element(field(covered)).toHaveFocus()
      await expect.element(main).toMatchTextContent('This is an NPI')
      await expect.element(main).toMatchTextContent('The end date is before the effective date.')
      expect(bodies(act.create)).toEqual([])
      await field(covered).fill((parties[kind] as Record<string, string>)[covered]!)
      await field('end_date').fill('2/30/91')
      await save()
      await expect.element(main).toMatchTextContent('There is no February 30.')
      await expect.element(field('end_date')).toHaveFocus()
      expect(bodies(act.create)).toEqual([])
      await field('end_date').fill('')
      await field('submitted_date').fill('1/5/1970')
      await save()
      await expect.poll(visits).toEqual([`${list}/${spanId}`])
      expect(bodies(act.create)).toEqual([
        {
          ...parties[kind],
          start_date: '1990-03-04',
          submitted_date: '1970-01-05',
          ...(kind === 'provider' && { regions: { type: 'national' } }),
        },
      ])
    })

    test('with ids of other kinds of records are reported at their fields', async () => {
      await openNew()
      const path = covered
      answer(act.create, () =>
        fail('InvalidInput', 'Not created.', {
          issues: [
            { path, message: 'This is the ID of a payer, not of a party.' },
            {
              path: 'contracting_provider_id',
              message: 'This is the ID of a service facility, not of a provider.',
            },
          ],
        }),
      )
      await field('start_date').fill('1990-01-02')
      await field(covered).fill(payer.payer_uuid)
      await field('contracting_provider_id').fill(facilityAt(1).organization_service_facility_id)
      await save()
      await expect.element(standing).toMatchTextContent('Not created. 2 fields need your attention')
      await expect.element(field(covered)).toHaveFocus()
      await expect
        .element(field(covered))
        .toHaveAccessibleDescription(/This is the ID of a payer, not of a/)
      const contracting = field('contracting_provider_id')
      await expect
        .element(contracting)
        .toHaveAccessibleDescription(/This is the ID of a service facility, not of a provider/)
      // Each message disappears when its own field is corrected.
      await contracting.fill(clinic.organization_provider_id)
      await expect.element(contracting).not.toHaveAccessibleDescription(/This is the ID/)
      await expect
        .element(field(covered))
        .toHaveAccessibleDescription(/This is the ID of a payer, not of a/)
    })

    test('with an id of another kind of record are not saved', async () => {
      answerSpans()
      answer(act.save, () =>
        fail('InvalidInput', 'Not saved.', {
          issues: [
            { path: 'payer_uuid', message: 'This is the ID of a provider, not of a payer.' },
          ],
        }),
      )
      await showSpan(kind)
      await expect.element(field('payer_uuid')).toBeEnabled()
      await field('payer_uuid').fill(providerAt(1).organization_provider_id)
      await save()
      await expect.element(standing).toMatchTextContent('Not saved. 1 field needs your attention')
      await expect.element(field('payer_uuid')).toHaveFocus()
      await expect
        .element(field('payer_uuid'))
        .toHaveAccessibleDescription(/This is the ID of a provider, not of a payer/)
    })

    test('with a lost answer are not sent again until a person says that none was created', async () => {
      await openNew()
      answer(act.create, ({ answer: said }) =>
        said ? created : { kind: 'taken' as const, candidates: [], may_resend: true },
      )
      await field('start_date').fill('1905-07-08')
      await create.click()
      const notMade = page.getByRole('button', { name: 'It wasn’t created: send again' })
      await expect.element(notMade).toBeVisible()
      await expect.element(field('start_date')).toBeDisabled()
      await expectAccessible('a create whose outcome is not known')
      expect(inputsOf(act.create)).toHaveLength(1)
      await notMade.click()
      await expect.poll(visits).toEqual([`${list}/${spanId}`])
      const [first, second] = inputsOf(act.create)
      expect(second).toEqual({ ...first, answer: { kind: 'not-made', seen: [] } })
    })

    test('that were created despite a lost answer are marked among the spans of the same parties', async () => {
      await openNew()
      const row = toRow(spanRecord(kind, { start_date: '1905-09-10' }))
      answer(act.create, ({ answer: said }) =>
        said
          ? { ...created, is_found: true }
          : {
              kind: 'taken' as const,
              candidates: [{ ...row, is_alike: true }],
              may_resend: true,
            },
      )
      await field('start_date').fill('1905-09-10')
      // The earlier spans are known.
      await expect.element(page.getByText(/^The partner has no span/)).toBeVisible()
      await save()
      const candidate = page.getByRole('row').filter({ hasText: 'New since you sent it' })
      await expect.element(candidate).toMatchTextContent('Matches what you sent')
      await expect.element(page.getByText(/^The partner has no span/)).not.toBeInTheDocument()
      await candidate.getByRole('button', { name: /^This is mine/ }).click()
      await expect.poll(visits).toEqual([`${list}/${spanId}`])
      expect(inputsOf(act.create)[1]).toMatchObject({ answer: { kind: 'made', id: spanId } })
    })

    test('are deleted after a question', async () => {
      answerSpans()
      answer(act.remove, () => ({ kind: 'deleted' as const, is_found_gone: false }))
      await showSpan(kind)
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus()
      await expectAccessible('the question before a deletion')
      await userEvent.keyboard('{Enter}')
      await expect.element(dialog).not.toBeInTheDocument()
      expect(inputsOf(act.remove)).toEqual([])
      await page.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete the span' }).click()
      await expect.poll(visits).toEqual([list])
      expect(inputsOf(act.remove)).toHaveLength(1)
    })

    test('are not changed with a read-only role or key', async () => {
      answerSpans()
      const { unmount } = await showSpan(kind, { mayWrite: false })
      const heading = page.getByRole('heading', { level: 1 })
      const buttons = page.getByRole('button', { name: /^(Save|Delete)/ })
      await expect.element(heading).toMatchTextContent(payer.payer_name)
      await expect.element(buttons).not.toBeInTheDocument()
      await unmount()
      await showSpan(kind, { is_from_list: true })
      await expect
        .element(main)
        .toMatchTextContent('This connection can’t view or change single spans')
      await expect.element(buttons).not.toBeInTheDocument()
    })
  })
}

const written = (day: string) => formatLocalDate(day, { weekday: false })
const card = sectionOf('Follow-ups')

/** Shows a provider span whose follow-ups are kept. */
async function openFollowed() {
  let items: FollowUp[] = []
  answerSpans()
  // The payer has loaded a span, so its own days are known.
  answer(readPayerDays, () => ({ median: 40, spans: 1 }) as never)
  answer(readFollowUps, () => ({
    items,
    is_cut: false,
    team: [{ id: 'own', name: 'Demo Credentialing' }],
    own_id: 'own',
    today,
  }))
  answer(logFollowUp, ({ asked, missing, next_on, owner_id }) => {
    if (missing.trim() === '')
      return fail('InvalidInput', 'Not logged.', {
        issues: [{ path: 'missing', message: 'Enter what is missing.' }],
      })
    items = [
      {
        id: idAt(70),
        span: { kind: 'provider', id: spanId } as FollowUp['span'],
        asked,
        missing,
        ...(next_on !== undefined && { next_on }),
        ...(owner_id !== undefined && { owner_id, owner: 'Demo Credentialing' }),
        written_by: 'Demo Credentialing',
        written_at: `${today}T10:00:00Z`,
      } as FollowUp,
    ]
    return null as never
  })
  answer(closeFollowUp, ({ is_done }) => {
    const [item] = items
    const { done: _, ...open } = item!
    const done = { by: 'Demo Credentialing', at: `${today}T11:00:00Z` }
    items = [is_done ? { ...open, done } : open]
    return null as never
  })
  await showSpan('provider')
}

test('a follow-up of a span is logged by keyboard, done and open again', async () => {
  await openFollowed()
  await expect.element(card).toMatchTextContent('No follow-up logged yet.')
  await expect
    .element(card)
    .toMatchTextContent(/usually takes \d+ days? from submission to load \(\d+ spans?\)/)
  await expect.element(page.getByRole('button', { name: /^Log a follow-up/ })).toBeEnabled()
  const dialog = page.getByRole('dialog', { name: 'Log a follow-up' })
  await pressUntil('m', dialog)
  // Nothing is chosen for the person but whose it is.
  await expect.element(dialog.getByLabelText(/^Next date/)).toHaveValue('')
  await expect.element(dialog.getByLabelText(/^Whose/)).toMatchTextContent('(you)')
  await dialog.getByLabelText(/^Whom you asked/).fill('Dana Fox')
  const missing = dialog.getByLabelText(/^What is missing/)
  await missing.fill('  ')
  await dialog.getByRole('button', { name: 'Log' }).click()
  await expect.element(dialog).toMatchTextContent('Enter what is missing.')
  await missing.fill('Malpractice face sheet')
  const next = addDays(today, 7)
  await dialog.getByRole('button', { name: `In 7 days, ${written(next)}` }).click()
  await expect.element(dialog.getByLabelText(/^Next date/)).toHaveValue(next)
  await expectAccessible('the form of a follow-up')
  ;(missing.element() as HTMLElement).focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog).not.toBeInTheDocument()
  const open = card.getByRole('list', { name: 'Open follow-ups' })
  await expect.element(open).toMatchTextContent('Malpractice face sheet')
  await expect.element(card).toMatchTextContent('Yours')
  expect(inputsOf(logFollowUp).at(-1)).toMatchObject({
    span: { kind: 'provider', id: spanId },
    asked: 'Dana Fox',
    next_on: next,
    owner_id: 'own',
  })
  await expectAccessible('a span with a follow-up')
  expectNoWireNames('a span with a follow-up')

  await open.getByRole('button', { name: /^Done/ }).click()
  await card.getByRole('button', { name: 'Show 1 done' }).click()
  const done = card.getByRole('list', { name: 'Done follow-ups' })
  await expect.element(done).toMatchTextContent('done by Demo Credentialing')
  await done.getByRole('button', { name: /^Reopen/ }).click()
  await expect.element(open).toMatchTextContent('Malpractice face sheet')
})
