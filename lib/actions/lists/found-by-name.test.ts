import { beforeAll, describe, expect, test } from 'vitest'
import { searchPatients } from '#lib/actions/finding/find-pre-encounter.ts'
import { lookUp, type LookUpReply } from '#lib/actions/finding/look-up.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import { operations } from '#lib/contract/operations.ts'
import type { FilterValues, PartnerListOperation } from '#lib/lists/list-spec.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { defaultView, toRequest } from '#lib/lists/view.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { readItems, toRows } from './partner-lists.ts'

const world = startWorld({ captures: 20, contracts: 24 })
const today = '2026-11-28'

/** The rows that a list shows for these filters. */
async function rowsOf(operation: PartnerListOperation, filters: FilterValues) {
  const spec = listSpecs[operation]
  const request = toRequest(spec, { ...defaultView(spec), filters }, { today })
  const page = valueOf(await readItems({ ...request, operation }, world.connection))
  return toRows(operation, page.items)
}
const idsOf = async (operation: PartnerListOperation, filters: FilterValues) =>
  (await rowsOf(operation, filters)).map(({ id }) => id)

describe('a name that is stored with marks and signs', () => {
  const names = {
    ordonez: ['Íñigo', 'Ordóñez-Ruiz'],
    ohara: ['Kate', 'O’Hara'],
    nicolas: ['Nicola\u0301s', 'Zymer'],
    moss: ['Ana Lee', 'Reyes Moss'],
  } as const
  const captures = new Map<string, string>()
  const claims = new Map<string, string>()
  beforeAll(async () => {
    for (const [key, [first_name, last_name]] of Object.entries(names)) {
      const patient = { first_name, last_name, date_of_birth: '1980-02-01' }
      const rendering_provider = { npi: '1999999984', first_name, last_name }
      const card = { payer_id: 'KLM07', payer_name: `${first_name} ${last_name} Plan` }
      const made = await world.sandbox.send(
        'POST',
        '/api/charge_captures/v1',
        captureBody(
          {
            patient,
            rendering_provider,
            service_facility: { organization_name: `Clinic ${last_name}` },
            subscriber_primary: { insurance_card: card },
          },
          {
            status: 'billable',
            patient_external_id: `PAT-${key}`,
            charge_external_id: `CHG-${key}`,
          },
        ),
      )
      const { id, claim_creation_id } = made.json as { id: string; claim_creation_id: string }
      captures.set(key, id)
      claims.set(key, claim_creation_id)
    }
  })

  test.each([
    ['ordonez', ['ordonez', 'ORDÓN\u0303EZ', 'Ordonez-Ruiz, Inigo', 'ordóñez—ruiz', 'iñigo']],
    ['ohara', ["O'Hara", 'OHara', 'oʼhara', 'O`Hara, Kate']],
    ['nicolas', ['Nicolás', 'nicolas', 'Zymer, Nicola\u0301s']],
    ['moss', ['Reyes-Moss', 'Reyes\u2011Moss', 'reyes moss', 'Reyes–Moss, Ana']],
  ] as const)('%s is found in each spelling', async (key, spellings) => {
    for (const typed of spellings) {
      const only = [captures.get(key)]
      expect(await idsOf('listChargeCaptures', { search_term: typed }), typed).toEqual(only)
      expect(await idsOf('listChargeCaptures', { patient_names: [typed] }), typed).toEqual(only)
    }
    for (const typed of spellings.filter((each) => !each.includes(', Ana'))) {
      expect(await idsOf('listClaimCreations', { patient_names: [typed] }), typed).toEqual([
        claims.get(key),
      ])
      for (const operation of ['listChargeCaptures', 'listClaimCreations'] as const) {
        const only = [(operation === 'listChargeCaptures' ? captures : claims).get(key)]
        expect(await idsOf(operation, { rendering_provider_names: [typed] }), typed).toEqual(only)
        if (typed.includes(',')) continue
        expect(await idsOf(operation, { primary_payer_names: [typed] }), typed).toEqual(only)
      }
    }
  })

  test('a facility is found in each spelling', async () => {
    for (const typed of ["clinic o'hara", 'Clinic OHara', 'Clínic–O’Hara']) {
      const filters = { service_facility_name: typed }
      expect(await idsOf('listChargeCaptures', filters), typed).toEqual([captures.get('ohara')])
      expect(await idsOf('listClaimCreations', filters), typed).toEqual([claims.get('ohara')])
    }
  })

  test.each([
    'CHG-moss',
    'CHG-moss\u200b',
    '\u200eCHG-moss',
    'CHG\u2011moss',
    'CHG–moss',
    '"CHG-moss"',
    '“CHG-moss”',
    "'CHG-moss'",
    '#CHG-moss',
  ])('the search for the copied id %j finds its capture', async (typed) => {
    expect(await idsOf('listChargeCaptures', { search_term: typed })).toEqual([
      captures.get('moss'),
    ])
  })

  test('the filter by a patient’s name finds what the search box finds', async () => {
    for (const typed of ['Reyes Moss, Ana', 'Moss, Ana', 'moss ana', 'A Moss', 'zymer, kate']) {
      expect(await idsOf('listChargeCaptures', { patient_names: [typed] }), typed).toEqual(
        await idsOf('listChargeCaptures', { search_term: typed }),
      )
    }
    expect(
      (await idsOf('listChargeCaptures', { patient_names: ['Moss, Ana', 'Zymer'] })).toSorted(),
    ).toEqual([captures.get('moss'), captures.get('nicolas')].toSorted())
  })
})

/** A name as others may write it. */
function spellingsOf(name: string): string[] {
  return [
    name.toUpperCase(),
    name.replace(/a/i, 'á'),
    name.replace(/a/i, 'a\u0301'),
    name.replace(/ /, '-'),
    name.replaceAll(/[ -]/g, '\u2011'),
    name.replaceAll(/['’]/g, ''),
    `“${name.slice(0, 3)}’${name.slice(3)}”`,
  ]
}

test('patients, encounters, providers, facilities, payers and contracts are found in each spelling', async () => {
  const context = world.as.admin
  const find = async (operation: 'providers' | 'facilities' | 'payers', text: string) => {
    const found =
      operation === 'providers'
        ? await lookUp(operations.listOrganizationProviders)(
            { query: { search_term: text } },
            context,
          )
        : operation === 'facilities'
          ? await lookUp(operations.listServiceFacilities)({ query: { name: text } }, context)
          : await lookUp(operations.listPayers)({ query: { search_term: text } }, context)
    return valueOf<LookUpReply<unknown>>(found).items.map((item) => JSON.stringify(item))
  }
  for (const kind of ['providers', 'facilities', 'payers'] as const) {
    const [first] = (await find(kind, '')).map(
      (item) =>
        JSON.parse(item) as {
          name?: string
          payer_name?: string
          organization_name?: string
          first_name?: string
          last_name?: string
        },
    )
    const { name, payer_name, organization_name, first_name, last_name } = first!
    const whole = name ?? payer_name ?? organization_name ?? `${first_name} ${last_name}`
    const sorted = last_name ? [`${last_name}, ${first_name}`] : []
    for (const typed of [whole, ...sorted, ...spellingsOf(whole)])
      expect(await find(kind, typed), `${kind} ${typed}`).toContain(JSON.stringify(first))
  }
  const [encounter] = await rowsOf('listEncounters', {})
  const patient = (encounter as { patient?: string }).patient!
  for (const typed of [patient, ...spellingsOf(patient.split(',')[0]!)])
    expect(await idsOf('listEncounters', { search_term: typed }), typed).toContain(encounter!.id)
  const [contract] = await rowsOf('listContractsV3', {})
  const payer = (contract as { payer?: string }).payer!
  for (const typed of [payer, ...spellingsOf(payer)])
    expect(await idsOf('listContractsV3', { payer_names: [typed] }), typed).toContain(contract!.id)
  const [registered] = valueOf(await searchPatients({ text: 'a' }, context)).items
  const [family] = registered!.sorted_name.split(',')
  for (const typed of [registered!.sorted_name, ...spellingsOf(family!)])
    expect(
      valueOf(await searchPatients({ text: typed }, context)).items.map(({ id }) => id),
      typed,
    ).toContain(registered!.id)
})

test('a partner that does not fold is asked for the part that each spelling has', async () => {
  const path = '/api/organization-providers/v3'
  const termFor = async (typed: string) => {
    await lookUp(operations.listOrganizationProviders)(
      { query: { search_term: typed } },
      world.as.admin,
    )
    return (await world.sent('GET', path)).at(-1)!.query
  }
  expect(await termFor('O’Neill')).toMatchObject({ search_term: 'Neill' })
  expect(await termFor('Reyes–Moss, Ana')).toMatchObject({ search_term: 'Reyes' })
  expect(await termFor('North Clinic')).toMatchObject({ search_term: 'North Clinic' })
  expect(await termFor('#1999999984\u200b')).toMatchObject({ search_term: '1999999984' })
})
