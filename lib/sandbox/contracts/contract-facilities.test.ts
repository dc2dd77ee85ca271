import { beforeEach, describe, expect, test } from 'vitest'
import { contractSandbox, nowhere, v2, v3 } from './contract-sandbox.testing.ts'

type Facility = {
  contract_id: string
  contract_service_facility_id: string
  service_facility_id: string
  provider_ids: string[]
}

const sandbox = contractSandbox()
let id = ''
beforeEach(async () => {
  id = (await sandbox.ok('POST', v3, sandbox.institutional())).contract_id
})
const add = (service_facility_id: string, provider_ids: readonly string[] = []) =>
  sandbox.ok<Facility>('POST', `${v3}/${id}/service-facilities`, {
    service_facility_id,
    provider_ids,
  })
const facilitiesNow = async () =>
  (await sandbox.ok('GET', `${v3}/${id}`)).contract_service_facilities!

describe('service facilities of a contract', () => {
  test('are added with their providers, who join the roster', async () => {
    const [place] = sandbox.facilities as [string]
    const providers = sandbox.rendering.slice(0, 3)
    const made = await add(place, providers)
    expect(made).toEqual({
      contract_id: id,
      contract_service_facility_id: expect.any(String),
      service_facility_id: place,
      provider_ids: expect.any(Array),
    })
    expect(new Set(made.provider_ids)).toEqual(new Set(providers))
    expect(await facilitiesNow()).toEqual([made])
    expect((await sandbox.ok('GET', `${v3}/${id}`)).provider_count).toBe(3)
  })

  test('change their place and their providers; null changes nothing', async () => {
    const [place, other] = sandbox.facilities as [string, string]
    const made = await add(place, sandbox.rendering.slice(0, 3))
    const path = `${v3}/${id}/service-facilities/${made.contract_service_facility_id}`
    expect(
      await sandbox.ok('PATCH', path, { service_facility_id: null, provider_ids: null }),
    ).toEqual(made)
    expect(await sandbox.ok('PATCH', path, { service_facility_id: other })).toEqual({
      ...made,
      service_facility_id: other,
    })
    expect(
      await sandbox.ok('PATCH', path, {
        service_facility_id: other,
        provider_ids: [sandbox.rendering[4]],
      }),
    ).toMatchObject({ provider_ids: [sandbox.rendering[4]] })
    expect(await sandbox.ok('PATCH', path, { provider_ids: [] })).toMatchObject({
      provider_ids: [],
    })
    expect((await sandbox.ok('GET', `${v3}/${id}`)).provider_count).toBe(4)
  })

  test('refuse unknown ids, and a place that the contract already has', async () => {
    const [place, other] = sandbox.facilities as [string, string]
    const made = await add(place)
    await add(other)
    const refused = async (method: string, path: string, body: object) =>
      expect(await sandbox.send(method, path, body)).toMatchObject({
        status: 422,
        json: { errorName: 'UnprocessableEntityError', content: { message: expect.any(String) } },
      })
    await refused('POST', `${v3}/${id}/service-facilities`, {
      service_facility_id: nowhere,
      provider_ids: [],
    })
    await refused('POST', `${v3}/${id}/service-facilities`, {
      service_facility_id: place,
      provider_ids: [],
    })
    await refused('POST', `${v3}/${id}/service-facilities`, {
      service_facility_id: sandbox.facilities[2],
      provider_ids: [sandbox.rendering[0], nowhere],
    })
    const path = `${v3}/${id}/service-facilities/${made.contract_service_facility_id}`
    await refused('PATCH', path, { service_facility_id: other })
    await refused('PATCH', path, { service_facility_id: 'a\u0000b' })
    await refused('PATCH', path, { provider_ids: ['a\u0000b'] })
    expect(
      await sandbox.send('PATCH', `${v3}/${id}/service-facilities/${nowhere}`, {}),
    ).toMatchObject({
      status: 404,
      json: { content: { id: nowhere } },
    })
    expect(
      await sandbox.send('POST', `${v3}/${id}/service-facilities`, { provider_ids: [] }),
    ).toMatchObject({
      status: 422,
      json: {
        errorName: 'UnprocessableEntityError',
        content: { message: expect.stringMatching(/^service_facility_id: /) },
      },
    })
    expect(await facilitiesNow()).toHaveLength(2)
  })

  test('belong to institutional contracts only', async () => {
    const professional = await sandbox.ok('POST', v2, sandbox.terms({ rendering_provider_ids: [] }))
    expect(
      await sandbox.send('POST', `${v3}/${professional.contract_id}/service-facilities`, {
        service_facility_id: sandbox.facilities[0],
        provider_ids: [],
      }),
    ).toMatchObject({ status: 422, json: { errorName: 'UnprocessableEntityError' } })
  })

  test('that an update does not name are removed', async () => {
    const first = await add(sandbox.facilities[0]!)
    await add(sandbox.facilities[1]!, [sandbox.rendering[0]!])
    const third = await add(sandbox.facilities[2]!)
    const patch = (ids: string[]) =>
      sandbox.send('PATCH', `${v3}/${id}`, {
        type: 'institutional',
        contract_service_facility_ids: ids,
      })
    expect(await patch([third.contract_service_facility_id, nowhere])).toMatchObject({
      status: 422,
      json: { errorName: 'UnprocessableEntityError' },
    })
    expect(await facilitiesNow()).toHaveLength(3)
    expect(
      await patch([third.contract_service_facility_id, first.contract_service_facility_id]),
    ).toMatchObject({
      status: 200,
      json: { contract_service_facilities: [first, third] },
    })
    expect(
      await sandbox.ok('PATCH', `${v3}/${id}`, {
        type: 'institutional',
        contract_service_facility_ids: null,
        contract_status: 'effective',
      }),
    ).toMatchObject({ contract_service_facilities: [first, third] })
  })

  test('lose a provider who is removed from the contract, and are deleted with the contract', async () => {
    const [a, b] = sandbox.rendering as [string, string]
    await add(sandbox.facilities[0]!, [a, b])
    expect(
      (await sandbox.send('DELETE', `${v3}/${id}/providers`, { rendering_provider_ids: [a] })).json,
    ).toEqual({
      provider_count: 1,
    })
    expect((await facilitiesNow())[0]!.provider_ids).toEqual([b])
    expect((await sandbox.send('DELETE', `${v3}/${id}`)).status).toBe(204)
  })
})
