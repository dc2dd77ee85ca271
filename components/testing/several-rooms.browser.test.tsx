import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ClaimCreationPage } from '#components/claim-creations/claim-creation-page.tsx'
import { NewSpanPage } from '#components/credentialing/spans/new-span-form.tsx'
import { EncounterPage } from '#components/encounters/encounter-view.tsx'
import { FilterBar } from '#components/filters/filter-bar.tsx'
import { answer, inputsOf } from '#components/testing/answers.testing.ts'
import { answerPage, captureId } from '#components/testing/capture.testing.tsx'
import { answerDrafts } from '#components/testing/drafts.testing.ts'
import { press } from '#components/testing/keys.testing.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { listOrganizationProviders } from '#lib/actions/lists.ts'
import { readSpanParty } from '#lib/actions/read.ts'
import { createFacilitySpan } from '#lib/actions/records.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { fail, ok } from '#lib/core/result.ts'
import { contractListV3 } from '#lib/lists/contracts.ts'
import { defaultView } from '#lib/lists/view.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { encounterShape } from '#lib/rules/new-records/encounter-shapes.ts'
import { newSpanShape } from '#lib/rules/span-edit/span-shapes.ts'
import { cleanData, today } from '#lib/rules/testdata/clean-capture.ts'

// What concerns the pages of several rooms.

test('a claim creation and an encounter are headed by their patient and the facts of the visit; the window names no patient and no date', async () => {
  answerPage()
  const title = 'CHG-1 · Northbridge Health Plan · $250.00 · Billing console'
  const data = cleanData()
  const heading = page.getByRole('heading', { level: 1 })
  const glance = page.getByRole('region', { name: 'At a glance' })
  const creation = await showPage(
    '/claim-creations/claim',
    <ClaimCreationPage
      id="claim"
      reply={Promise.resolve(
        toJsonText(
          ok({
            claim_creation: JSON.stringify({
              id: 'claim',
              status: 'billed',
              encounter_creation_input: data,
              errors: [],
            }),
            charge_captures: JSON.stringify([
              { id: captureId, charge_external_id: 'CHG-1', charge_capture_data: data },
            ]),
            is_complete: true,
            charge_captures_failure: null,
            billed_diff: null,
            change_advice: { advice: null, encounter_failure: null },
            resolved_at: {},
          }),
        ),
      )}
      body={captureShape()}
      canResolve
      canResolveChanges
    />,
  )
  await expect.element(heading).toHaveTextContent('Moss, Avery')
  for (const fact of ['CHG-1', '02/29/1980', 'Northbridge Health Plan', '10/02/2026', '$250.00'])
    await expect.element(glance).toMatchTextContent(fact)
  expect(document.title).toBe(title)
  await creation.unmount()
  // The next page has its own title again.
  expect(document.title).not.toContain('CHG-1')

  const { service_lines: _, ...visit } = data
  await showPage(
    '/encounters/encounter',
    <EncounterPage
      id="encounter"
      reply={Promise.resolve(
        toJsonText(
          ok({
            encounter: JSON.stringify({
              ...visit,
              encounter_id: 'encounter',
              external_id: 'CHG-1',
              claims: [{ status: 'submitted_to_payer', service_lines: data.service_lines }],
            }),
          }),
        ),
      )}
      shape={encounterShape()}
    />,
  )
  await expect.element(heading).toHaveTextContent('Moss, Avery')
  await expect.element(glance).toMatchTextContent('02/29/1980')
  expect(document.title).toBe(title)
})

/** The answer to a key that may not look up. */
const refused = () => ({ is_available: false, items: [] })

test('an id that cannot be looked up is sent, and the partner decides', async () => {
  answerDrafts()
  answer(readSpanParty, refused)
  answerPage()
  answer(createFacilitySpan, () =>
    fail('EntityNotFoundError', 'The partner does not have it.', { status: 422 }),
  )
  const given = {
    contracting_provider_id: '5f6f2b5e-31c4-4c1c-8d5e-000000000011',
    payer_uuid: '5f6f2b5e-31c4-4c1c-8d5e-000000000012',
    service_facility_id: '5f6f2b5e-31c4-4c1c-8d5e-000000000013',
  }
  await showPage(
    '/credentialing/facility-spans/new',
    <NewSpanPage
      kind="facility"
      shape={newSpanShape('facility')}
      given={{}}
      draftRecord="new"
      today={today}
    />,
  )
  for (const [name, id] of Object.entries(given)) await page.getByField(name).fill(id)
  const provider = page.getByField('contracting_provider_id')
  await provider.fill(given.service_facility_id)
  await expect
    .element(provider)
    .toHaveAccessibleDescription(/can’t be looked up. The partner checks it/)
  await page.getByField('start_date').fill('2031-01-01')
  await page.getByRole('button', { name: /^Create span/ }).click()
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent('The facility span was not created')
  const [input] = inputsOf(createFacilitySpan)
  expect(JSON.parse(input!.body)).toMatchObject({
    ...given,
    contracting_provider_id: given.service_facility_id,
    start_date: '2031-01-01',
  })
})

test('a filter says that its look-up is closed, and accepts a typed id', async () => {
  const id = '5f6f2b5e-31c4-4c1c-8d5e-000000000011'
  answer(listOrganizationProviders, refused)
  await showPage('/contracts', <Filters />)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Find a filter' }).fill('Contracting provider')
  await press('{Enter}')
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/can’t look up providers.*Type or paste/)
  await dialog.getByField('contracting_provider_id').fill(id)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.element(page.getByRole('group', { name: 'Filters' })).toMatchTextContent(id)
})

function Filters() {
  const [view, setView] = useState(() => defaultView())
  return <FilterBar spec={contractListV3} view={view} choices={{}} always={{}} onView={setView} />
}
