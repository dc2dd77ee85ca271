import { beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { refuseStrangeIds, type NamedIds } from './named-ids.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

const world = startWorld({ captures: 5 })
let provider: string
let more: string[]
let facility: string
let payer: string

beforeAll(async () => {
  const ids = async (path: string, member: string) =>
    (await world.all<{ [name: string]: string }>(path)).map((item) => item[member]!)
  const providers = await ids('/api/organization-providers/v3', 'organization_provider_id')
  provider = providers[0]!
  more = providers.slice(1, 60)
  facility = (
    await ids('/api/organization-service-facilities/v2', 'organization_service_facility_id')
  )[0]!
  payer = (await ids('/api/payers/v3', 'payer_uuid'))[0]!
})
const refuse = (...named: NamedIds[]) => refuseStrangeIds(named, world.over().biller.connection)
const one = (kind: NamedIds['kind'], id: string): NamedIds => ({ path: kind, kind, ids: [id] })
const fault = (path: string, kind: string, extra: object = {}) =>
  world.fault({ method: 'GET', path, kind, times: 99, ...extra })

async function issuesOf(...named: NamedIds[]): Promise<string[]> {
  const refusal = await refuse(...named)
  return refusal?.error.issues.map(({ path, message }) => `${path}: ${message}`) ?? []
}

test('an id that the partner has as that kind passes in any spelling, and so does a request without ids', async () => {
  expect(
    await refuse(
      one('provider', provider.toUpperCase()),
      one('facility', facility),
      one('payer', payer),
    ),
  ).toBeUndefined()
  expect(
    await refuse(
      { path: 'payer_uuid', kind: 'payer', ids: [undefined] },
      { path: 'rendering_provider_ids', kind: 'provider', ids: [] },
    ),
  ).toBeUndefined()
})

test('an id of another kind is named as such at its field; an id that is found nowhere is left to the partner', async () => {
  expect(
    await issuesOf(one('provider', payer), one('facility', provider), one('payer', facility)),
  ).toEqual([
    'provider: This is the ID of a payer, not of a provider.',
    'facility: This is the ID of a provider, not of a service facility.',
    'payer: This is the ID of a service facility, not of a payer.',
  ])
  expect(
    await refuse(
      one('provider', randomUUID()),
      one('facility', randomUUID()),
      one('payer', randomUUID()),
    ),
  ).toBeUndefined()
})

test('patient and appointment ids are distinguished by messages without the ids, and sent nowhere else', async () => {
  type Item = { appointment: { id: string; patient_id: string } }
  const [first, other] = (await world.all<Item>('/lists/v1/appointment')) as [Item, Item]
  const { id: appointment, patient_id: patient } = first.appointment
  const second = other.appointment.id
  expect(
    await refuse(
      one('patient', patient),
      { path: 'a', kind: 'appointment', ids: [appointment, second] },
      one('patient', randomUUID()),
    ),
  ).toBeUndefined()
  expect(
    await issuesOf(one('patient', appointment), {
      path: 'a',
      kind: 'appointment',
      ids: [second, patient],
    }),
  ).toEqual([
    'patient: This is the ID of an appointment, not of a patient.',
    'a: No. 2 of the list is the ID of no appointment: it is a patient’s.',
  ])
  await world.sandbox.send('DELETE', '/_sandbox/requests')
  await refuse(one('provider', patient), one('facility', facility))
  expect(
    (await world.sent('GET', '')).filter(({ path }) => /patients|appointments/.test(path)),
  ).toEqual([])
})

test('for a list, the message has the number of ids of another kind and the first of them', async () => {
  const ids = [provider, ...more]
  expect(ids.length).toBeGreaterThan(50)
  expect(await issuesOf({ path: 'rendering_provider_ids', kind: 'provider', ids })).toEqual([])
  expect(
    await issuesOf({ path: 'rendering_provider_ids', kind: 'provider', ids: [...ids, payer] }),
  ).toEqual([`rendering_provider_ids: ${payer} is the ID of no provider: it is a payer’s.`])
  expect(
    await issuesOf({
      path: 'rendering_provider_ids',
      kind: 'provider',
      ids: [randomUUID(), facility, ...ids, payer],
    }),
  ).toEqual([
    `rendering_provider_ids: 2 of these are IDs of no provider, the first is ${facility}: it is a service facility’s.`,
  ])
})

test('a key without the look-up and a partner that does not answer stop nothing', async () => {
  const closed = { status: 403, errorName: 'UnauthorizedError', content: { message: 'no' } }
  await fault('/api/organization-providers/v3', 'status', closed)
  await fault('/api/organization-service-facilities/v2', 'status', { status: 404 })
  await fault('/api/payers/v3/*', 'status', { status: 503 })
  expect(
    await refuse(one('provider', payer), one('facility', provider), one('payer', facility)),
  ).toBeUndefined()
})

test('a key that sees no payers does not judge payer ids', async () => {
  await fault('/api/payers/v3/*', 'status', { status: 404 })
  expect(await refuse(one('payer', payer))).toBeUndefined()
})

test('a provider that a list omits is not stopped', async () => {
  await fault('/api/organization-providers/v3', 'status', {
    status: 200,
    body: JSON.stringify({ items: [] }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await refuse(one('provider', provider))).toBeUndefined()
  expect(await issuesOf(one('provider', payer))).toEqual([
    'provider: This is the ID of a payer, not of a provider.',
  ])
})

test.each([
  ['answers others than those asked for', { items: [{ organization_provider_id: randomUUID() }] }],
  ['has further pages, as with a scoped key', { items: [], next_page_token: 'more' }],
  ['answers something else', { providers: [] }],
])('a look-up that %s says nothing', async (_, page) => {
  await fault('/api/organization-providers/v3', 'status', {
    status: 200,
    body: JSON.stringify(page),
    headers: { 'content-type': 'application/json' },
  })
  expect(await refuse(one('provider', payer))).toBeUndefined()
})
