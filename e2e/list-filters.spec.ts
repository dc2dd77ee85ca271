import type { Locator, Page } from '@playwright/test'
import {
  listChargeCapturesQuery,
  rankedSortKeys,
  rankedSortName,
} from '#lib/contract/charge-captures.operations.ts'
import { listClaimCreationsQuery } from '#lib/contract/claim-creations.operations.ts'
import { contractOperations } from '#lib/contract/contracts/contracts.operations.ts'
import { credentialingOperations } from '#lib/contract/credentialing.operations.ts'
import { listEncountersQuery } from '#lib/contract/encounters/encounters.operations.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { contractListV2, contractListV3 } from '#lib/lists/contracts.ts'
import { facilitySpanList, providerSpanList } from '#lib/lists/credentialing-spans.ts'
import { encounterList } from '#lib/lists/encounters.ts'
import type { FilterSpec, FilterValue, ListSpec } from '#lib/lists/list-spec.ts'
import { uniqueId } from './fixtures/capture-body.ts'
import { type FilterUse, addFilter } from './fixtures/filters.ts'
import { expect, test } from './fixtures/test.ts'

const contractsV3 = contractOperations.listContractsV3.query.shape
const contractsV2 = contractOperations.listContractsV2.query.shape
const facilitySpans = credentialingOperations.listFacilityCredentialingSpans.query.shape
const providerSpans = credentialingOperations.listProviderCredentialingSpans.query.shape

type Shape =
  | typeof listChargeCapturesQuery.shape
  | typeof listClaimCreationsQuery.shape
  | typeof listEncountersQuery.shape
  | typeof contractsV3
  | typeof contractsV2
  | typeof facilitySpans
  | typeof providerSpans

const lists = [
  {
    spec: chargeCaptureList,
    shape: listChargeCapturesQuery.shape as Shape,
    page: '/charge-captures',
    path: '/api/charge_captures/v1',
  },
  {
    spec: claimCreationList,
    shape: listClaimCreationsQuery.shape as Shape,
    page: '/claim-creations',
    path: '/api/charge_capture_claim_creation/v1',
  },
  {
    spec: encounterList,
    shape: listEncountersQuery.shape as Shape,
    page: '/encounters',
    path: '/api/encounters/v4',
  },
  {
    spec: contractListV3,
    shape: contractsV3 as Shape,
    page: '/contracts',
    path: '/api/contracts/v3',
  },
  {
    spec: contractListV2,
    shape: contractsV2 as Shape,
    page: '/contracts/v2',
    path: '/api/contracts/v2',
  },
  {
    spec: facilitySpanList,
    shape: facilitySpans as Shape,
    page: '/credentialing/facility-spans',
    path: '/api/provider-credentialing-span/v2/facility',
  },
  {
    spec: providerSpanList,
    shape: providerSpans as Shape,
    page: '/credentialing/provider-spans',
    path: '/api/provider-credentialing-span/v2',
  },
]
const paging = new Set(['limit', 'page_token', 'sort', 'sort_direction'])

/**
 * Every filter parameter of a list's query in the interface's description, without ranked twins.
 */
function filterNames(shape: Shape): string[] {
  return Object.keys(shape).filter((name) => !paging.has(name) && !name.endsWith('_ranked_sort'))
}

/** A value of the parameter's kind that no other test uses, if the kind allows it. */
function valueFor(spec: ListSpec, shape: Shape, name: string): FilterValue {
  const { kind } = spec.filters[name]!
  if (kind === 'boolean') return true
  if (kind === 'date') return name.includes('min') ? '2026-02-03' : '2026-03-04'
  if (kind === 'enum') return knownValues(shape[name as keyof Shape])!.values.at(-1)!
  if (name === 'states') return ['OR', 'WA']
  return kind === 'multi' ? [uniqueId('one'), uniqueId('two')] : uniqueId('text')
}

/** Free-text filters, which put a test's own mark into every request. */
function anchorsOf({ filters }: ListSpec): string[] {
  return [
    'charge_external_id',
    'external_id',
    'service_facility_name',
    'work_queue_id',
    'contracting_provider_id',
    'payer_names',
    'provider_id',
    'payer_uuid',
  ].filter((name) => Object.hasOwn(filters, name))
}

/** A query's value as the control plane reports it: one text, or several for a repeated key. */
function asSent(value: FilterValue, { asInstant }: FilterSpec): string | string[] {
  return Array.isArray(value) ? value : asInstant ? `${String(value)}T00:00:00Z` : String(value)
}

const tried = new Set<string>()

/**
 * `npm test` tries one filter of each kind and mode, `npm run test:long` every filter of every
 * list.
 */
function tagOf(way: string): { tag?: string } {
  if (tried.has(way)) return { tag: '@long' }
  tried.add(way)
  return {}
}

const kindOf = ({ kind, phi, lookUp, asInstant }: FilterSpec) =>
  [kind, phi && 'phi', lookUp && 'look-up', asInstant && 'instant'].filter(Boolean).join(' ')

for (const { spec, shape, page: address, path } of lists) {
  test.describe(`the list of ${spec.noun.many}, ${spec.operation}`, () => {
    test('has a filter for every parameter of the interface', () => {
      const asked = Object.keys(spec.filters).filter((name) => !spec.filters[name]!.local)
      expect(asked.toSorted()).toEqual(filterNames(shape).toSorted())
    })

    for (const name of filterNames(shape)) {
      const filter = spec.filters[name]!
      // Another filter has this test's own value, which distinguishes its requests from those of
      // other tests.
      const anchor = anchorsOf(spec).find((anchor) => anchor !== name)!

      test(
        `${name} reaches the partner under its name`,
        tagOf(kindOf(filter)),
        async ({ page, sandbox }) => {
          const mark = uniqueId('mark')
          const value = valueFor(spec, shape, name)
          await page.goto(`${address}?${anchor}=${mark}`)
          await addFilter(page, { name, list: spec, mode: 'only', value })
          await expect
            .poll(async () =>
              (await sandbox.requests(path))
                .filter(({ query }) => query[anchor] === mark)
                .map(({ query }) => query[name]),
            )
            .toContainEqual(asSent(value, filter))
          // Health information never enters an address; any other filter makes a link that a
          // colleague can open.
          if (filter.phi) await expect(page).toHaveURL(/[?&]view=/)
          else await expect(page).toHaveURL(new RegExp(`[?&]${name}=`))
          for (const text of [asSent(value, filter)].flat())
            expect(filter.phi && decodeURIComponent(page.url()).includes(text)).toBeFalsy()
        },
      )

      if (!filter.first) continue
      test(
        `${name} can be shown first`,
        tagOf(`first by ${spec.rankedBy}`),
        async ({ page, sandbox }) => {
          const mark = uniqueId('mark')
          const use: FilterUse = {
            name,
            list: spec,
            mode: 'first',
            value: valueFor(spec, shape, name),
          }
          await page.goto(`${address}?${anchor}=${mark}`)
          await addFilter(page, use)
          const asked = async () =>
            (await sandbox.requests(path)).filter(({ query }) => query[anchor] === mark)
          if (spec.rankedBy === 'partner') {
            await expect
              .poll(async () => (await asked()).map(({ query }) => query[`${name}_ranked_sort`]))
              .toContainEqual(asSent(use.value, filter))
            expect((await asked()).every(({ query }) => query[name] === undefined)).toBe(true)
          } else {
            // The console makes two walks: the matching rows, then all rows.
            await expect
              .poll(async () => (await asked()).map(({ query }) => query[name]))
              .toContainEqual(asSent(use.value, filter))
            await expect.poll(async () => (await asked()).at(-1)?.query[name]).toBeUndefined()
          }
        },
      )
    }
  })
}

test('all ranked sorts of the interface can be chosen', () => {
  const offered = Object.entries(chargeCaptureList.filters)
    .filter(([, filter]) => filter.first)
    .map(([name]) => `${name}_ranked_sort`)
  expect(offered.toSorted()).toEqual(rankedSortKeys.map((key) => rankedSortName(key)).toSorted())
  expect(offered).toHaveLength(18)
})

/**
 * Opens the filter by claim creation ids and pastes a list, because typing 5,000 lines takes a
 * browser half a minute.
 */
async function pasteIds(page: Page, ids: readonly string[]): Promise<Locator> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('combobox', { name: 'Find a filter' }).fill('Claim creation IDs')
  await page.getByRole('option', { name: 'Claim creation IDs Identifiers', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Show only' }).check()
  await dialog.locator('textarea[name="claim_creation_ids"]').evaluate((box, text) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(box, text)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }, ids.join('\n'))
  await dialog.getByRole('button', { name: 'Apply' }).click()
  return dialog
}

const unknownIds = (count: number) =>
  Array.from({ length: count }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)

test('5,001 pasted ids are refused at their field, in words', async ({ page }) => {
  await page.goto('/charge-captures')
  const dialog = await pasteIds(page, unknownIds(5_001))
  await expect(dialog).toContainText('These are 5,001 values. At most 5,000 fit at once')
})

test('5,000 pasted ids are listed page by page', async ({ page, sandbox }) => {
  const reply = await fetch(`${sandbox.url}/api/charge_captures/v1?limit=150`, {
    headers: { authorization: `Bearer ${sandbox.key}` },
  })
  const { items } = (await reply.json()) as { items: { claim_creation_id: string | null }[] }
  const known = [...new Set(items.flatMap((item) => item.claim_creation_id ?? []))]
  await page.goto('/charge-captures?limit=25')
  const dialog = await pasteIds(page, [...known, ...unknownIds(5_000 - known.length)])
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]view=/)
  const status = page.getByRole('status')
  await expect(status.filter({ hasText: /^1–25$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeEnabled()
  await expect(status.filter({ hasText: /^26–50$/ })).toBeVisible()
})
