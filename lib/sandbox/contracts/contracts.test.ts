import { describe, expect, test } from 'vitest'
import {
  type ContractAnswer,
  contractSandbox,
  nowhere,
  v2,
  v3,
} from './contract-sandbox.testing.ts'

const sandbox = contractSandbox()
const refusalOf = async (method: string, path: string, body?: unknown, key?: string) => {
  const { status, json } = await sandbox.send(method, path, body, key)
  return { status, ...(json as { errorName: string; content: never }) }
}

describe('creating', () => {
  test('a professional contract is read back by both versions as it was written', async () => {
    const ids = sandbox.rendering.slice(0, 3)
    const signatory = {
      first_name: 'Ada',
      last_name: 'Field',
      title: 'Director',
      email: 'ada@clinic.example',
      phone: null,
      fax: '5035550100',
      desk: 4,
    }
    const body = sandbox.terms({
      rendering_provider_ids: ids,
      expiration_date: '2027-02-28',
      contract_status: 'effective',
      authorized_signatory: signatory,
    })
    const made = await sandbox.ok('POST', v2, body)
    const { contracting_provider_id, payer_uuid, ...terms } = body
    expect(made).toMatchObject({
      ...terms,
      rendering_provider_ids: expect.toSatisfy((given) => sameSet(given, ids)),
      provider_count: 3,
      contracting_provider: {
        organization_provider_id: contracting_provider_id,
        employment_status: 'ACTIVE',
      },
      payer: { payer_uuid },
    })
    expect(made.type).toBeUndefined()
    expect(await sandbox.ok('GET', `${v2}/${made.contract_id}`)).toEqual(made)
    expect(await sandbox.ok('GET', `${v3}/${made.contract_id}`)).toEqual({
      ...made,
      type: 'professional',
    })
  })

  test('an institutional contract has service facilities, and version 2 does not find it', async () => {
    const [a, b, c] = sandbox.rendering as [string, string, string]
    const made = await sandbox.ok(
      'POST',
      v3,
      sandbox.institutional([
        { service_facility_id: sandbox.facilities[0], provider_ids: [a, b] },
        { service_facility_id: sandbox.facilities[1], provider_ids: [b, c] },
      ]),
    )
    expect(made).toMatchObject({
      type: 'institutional',
      provider_count: 3,
      contract_status: 'pending',
    })
    expect(made.rendering_provider_ids).toBeUndefined()
    expect(made.contract_service_facilities).toEqual([
      {
        contract_id: made.contract_id,
        contract_service_facility_id: expect.any(String),
        service_facility_id: sandbox.facilities[0],
        provider_ids: expect.toSatisfy((ids) => sameSet(ids, [a, b])),
      },
      {
        contract_id: made.contract_id,
        contract_service_facility_id: expect.any(String),
        service_facility_id: sandbox.facilities[1],
        provider_ids: expect.toSatisfy((ids) => sameSet(ids, [b, c])),
      },
    ])
    for (const [method, body] of [
      ['GET'],
      ['DELETE'],
      ['PATCH', { contract_status: 'effective' }],
    ] as [string, object?][]) {
      expect(await refusalOf(method, `${v2}/${made.contract_id}`, body)).toEqual({
        status: 404,
        errorName: 'EntityNotFoundError',
        content: { id: made.contract_id },
      })
    }
    expect(
      (await sandbox.items<ContractAnswer>(v2, { limit: 1000 })).map((each) => each.contract_id),
    ).not.toContain(made.contract_id)
  })

  test('4,000 providers fit in one version 2 request, one more does not', async () => {
    const ids = Array.from(
      { length: 4001 },
      (_, i) => `${nowhere.slice(0, -4)}${String(i).padStart(4, '0')}`,
    )
    expect(
      await refusalOf('POST', v2, sandbox.terms({ rendering_provider_ids: ids })),
    ).toMatchObject({
      status: 422,
      errorName: 'UnprocessableEntityError',
      content: { message: expect.stringMatching(/^rendering_provider_ids: .*4000/) },
    })
    // 4,000 ids pass this check and are then refused as unknown.
    expect(
      await refusalOf('POST', v2, sandbox.terms({ rendering_provider_ids: ids.slice(1) })),
    ).toMatchObject({
      status: 422,
      errorName: 'UnprocessableEntityError',
      content: { message: expect.stringContaining(ids[1]!) },
    })
  })

  test('an unknown id is refused at its member, and nothing is created', async () => {
    const count = async () => (await sandbox.items(v3, { limit: 1000 })).length
    const before = await count()
    const wrong = [
      ['contracting_provider_id', sandbox.professional([], { contracting_provider_id: nowhere })],
      [
        'contracting_provider_id',
        sandbox.professional([], { contracting_provider_id: sandbox.rendering[0] }),
      ],
      ['payer_uuid', sandbox.professional([], { payer_uuid: 'no\u0000payer' })],
      ['rendering_provider_ids', sandbox.professional([sandbox.rendering[0]!, nowhere])],
      ['rendering_provider_ids', sandbox.professional([sandbox.billing[0]!])],
      ['rendering_provider_ids', sandbox.professional(['a\u0000b'])],
      [
        'service_facility_id',
        sandbox.institutional([{ service_facility_id: nowhere, provider_ids: [] }]),
      ],
      [
        'provider_ids',
        sandbox.institutional([
          { service_facility_id: sandbox.facilities[0], provider_ids: [nowhere] },
        ]),
      ],
      ['contract_type', { ...sandbox.professional(), contract_type: 'institutional' }],
    ] as const
    for (const [member, body] of wrong) {
      expect(await refusalOf('POST', v3, body), member).toEqual({
        status: 422,
        errorName: 'UnprocessableEntityError',
        content: { message: expect.stringContaining(`${member}:`) },
      })
    }
    expect(await count()).toBe(before)
  })

  test('values that the API does not know are refused at their path', async () => {
    const body = sandbox.professional([], {
      contract_status: 'signed',
      effective_date: '2026-02-30',
      regions: { type: 'states', states: ['OR', 'XX'] },
      medicaid_insurance_types: { type: 'theseApply', value: ['??'] },
    })
    const { errorName, content } = await refusalOf('POST', v3, body)
    expect(errorName).toBe('UnprocessableEntityError')
    const fields = (content as { message: string }).message
      .split('; ')
      .map((each) => each.split(': ')[0])
    expect(fields.toSorted()).toEqual([
      'contract_status',
      'effective_date',
      'medicaid_insurance_types.value.0',
      'regions.states.1',
    ])
    expect(await refusalOf('POST', v3, { ...body, type: 'dental' })).toMatchObject({
      status: 422,
      errorName: 'UnprocessableEntityError',
    })
  })

  test('a contract cannot expire before it takes effect, but on the same day', async () => {
    const ends = (expiration_date: string) => sandbox.professional([], { expiration_date })
    expect(await refusalOf('POST', v3, ends('2026-02-28'))).toEqual({
      status: 422,
      errorName: 'ContractInvalidExpirationDateHttpError',
      content: { message: expect.any(String) },
    })
    expect(await sandbox.ok('POST', v3, ends('2026-03-01'))).toMatchObject({
      expiration_date: '2026-03-01',
    })
  })
})

describe('updating', () => {
  const make = (change: object = {}) =>
    sandbox.ok('POST', v3, sandbox.professional(sandbox.rendering.slice(0, 2), change))

  test('missing members and nulls change nothing, in both versions', async () => {
    const made = await make()
    expect(
      await sandbox.ok('PATCH', `${v2}/${made.contract_id}`, {
        effective_date: null,
        regions: null,
        rendering_provider_ids: null,
      }),
    ).toEqual({ ...made, type: undefined })
    const changed = await sandbox.ok('PATCH', `${v2}/${made.contract_id}`, {
      contract_status: 'cancelled',
      effective_date: '2026-04-01',
      medicare_insurance_types: { type: 'allApply' },
    })
    expect(changed).toEqual({
      ...made,
      type: undefined,
      contract_status: 'cancelled',
      effective_date: '2026-04-01',
      medicare_insurance_types: { type: 'allApply' },
    })
    expect(
      await sandbox.ok('PATCH', `${v3}/${made.contract_id}`, { type: 'professional' }),
    ).toEqual({
      ...changed,
      type: 'professional',
    })
  })

  test('set and remove change the expiration date, the regions and the signatory', async () => {
    const made = await make({ expiration_date: '2027-01-01' })
    const patch = (body: object) =>
      sandbox.ok('PATCH', `${v3}/${made.contract_id}`, { type: 'professional', ...body })
    expect(await patch({ expiration_date: { type: 'remove' } })).toMatchObject({
      expiration_date: null,
    })
    expect(await patch({ expiration_date: { type: 'set', value: '2028-06-30' } })).toMatchObject({
      expiration_date: '2028-06-30',
    })
    const signed = await patch({
      authorized_signatory: { type: 'set', first_name: 'Bo', last_name: 'Lund', title: null },
    })
    expect(signed).toMatchObject({
      authorized_signatory: { first_name: 'Bo', last_name: 'Lund', title: null },
    })
    expect(JSON.stringify(signed)).not.toContain('"set"')
    expect(await patch({ authorized_signatory: { type: 'remove' } })).toMatchObject({
      authorized_signatory: null,
    })
  })

  test("the description's plain values set the same three members", async () => {
    const made = await make({ expiration_date: '2027-01-01' })
    for (const [path, type] of [
      [v2, {}],
      [v3, { type: 'professional' }],
    ] as const) {
      const patch = (body: object) =>
        sandbox.ok('PATCH', `${path}/${made.contract_id}`, { ...type, ...body })
      expect(
        await patch({ expiration_date: '2029-06-30', regions: { type: 'national' } }),
      ).toMatchObject({
        expiration_date: '2029-06-30',
        regions: { type: 'national' },
      })
      const signatory = { first_name: 'Bo', title: null }
      expect(
        await patch({
          authorized_signatory: signatory,
          regions: { type: 'states', states: ['NV'] },
        }),
      ).toMatchObject({
        authorized_signatory: signatory,
        regions: { type: 'states', states: ['NV'] },
      })
      expect(
        await patch({ authorized_signatory: { type: 'set', value: { last_name: 'Lund' } } }),
      ).toMatchObject({
        authorized_signatory: { last_name: 'Lund' },
      })
      expect(
        await patch({ authorized_signatory: null, expiration_date: null, regions: null }),
      ).toMatchObject({
        authorized_signatory: { last_name: 'Lund' },
        expiration_date: '2029-06-30',
      })
    }
    const wrong = {
      expiration_date: '2029-02-30',
      regions: { type: 'states', states: ['ZZ'] },
      authorized_signatory: { type: 'keep' },
    }
    const { message } = (await refusalOf('PATCH', `${v2}/${made.contract_id}`, wrong)).content as {
      message: string
    }
    for (const member of ['expiration_date: ', 'regions.states.0: ', 'authorized_signatory: '])
      expect(message).toContain(member)
    expect(
      await refusalOf('PATCH', `${v2}/${made.contract_id}`, { expiration_date: '2020-01-01' }),
    ).toMatchObject({
      errorName: 'ContractInvalidExpirationDateHttpError',
    })
  })

  test('version 3 needs only `type` to create a contract of either type', async () => {
    for (const [body, type] of [
      [sandbox.professional(sandbox.rendering.slice(0, 1)), 'professional'],
      [sandbox.institutional([]), 'institutional'],
    ] as const) {
      const { contract_type: _left, ...rest } = body as { contract_type: string }
      expect(await sandbox.ok('POST', v3, rest)).toMatchObject({ type })
    }
  })

  test('regions are replaced exactly', async () => {
    const made = await make({ regions: { type: 'states', states: ['OR', 'WA', 'ID'] } })
    const patch = async (regions: object) =>
      (await sandbox.ok('PATCH', `${v2}/${made.contract_id}`, { regions })).regions
    expect(await patch({ type: 'set', value: { type: 'states', states: ['NV'] } })).toEqual({
      type: 'states',
      states: ['NV'],
    })
    expect(await patch({ type: 'set', value: { type: 'national' } })).toEqual({ type: 'national' })
    expect(await patch({ type: 'remove' })).toEqual({ type: 'states', states: [] })
  })

  test('a list of providers replaces the roster', async () => {
    const made = await make()
    const ids = sandbox.rendering.slice(1, 5)
    const changed = await sandbox.ok('PATCH', `${v2}/${made.contract_id}`, {
      rendering_provider_ids: ids,
    })
    expect([changed.provider_count, new Set(changed.rendering_provider_ids)]).toEqual([
      4,
      new Set(ids),
    ])
    expect(
      await sandbox.ok('PATCH', `${v3}/${made.contract_id}`, {
        type: 'professional',
        rendering_provider_ids: [],
      }),
    ).toMatchObject({ provider_count: 0, rendering_provider_ids: [] })
    expect(
      await refusalOf('PATCH', `${v2}/${made.contract_id}`, {
        rendering_provider_ids: [ids[0], nowhere],
      }),
    ).toMatchObject({ status: 422, errorName: 'UnprocessableEntityError' })
    expect(await sandbox.ok('GET', `${v2}/${made.contract_id}`)).toMatchObject({
      provider_count: 0,
    })
    const tooMany = Array.from({ length: 4001 }, () => nowhere)
    expect(
      await refusalOf('PATCH', `${v2}/${made.contract_id}`, { rendering_provider_ids: tooMany }),
    ).toMatchObject({
      content: { message: expect.stringMatching(/^rendering_provider_ids: .*4000/) },
    })
  })

  test('a change of either date that puts expiration before the effective date is refused and changes nothing', async () => {
    const made = await make({ expiration_date: '2026-12-31' })
    const wrong = [
      { expiration_date: { type: 'set', value: '2026-02-01' } },
      { effective_date: '2027-01-01' },
      {
        effective_date: '2028-01-01',
        expiration_date: { type: 'set', value: '2027-12-31' },
        contract_status: 'effective',
        rendering_provider_ids: [],
      },
    ]
    for (const body of wrong) {
      for (const [path, type] of [
        [v2, {}],
        [v3, { type: 'professional' }],
      ] as const) {
        expect(
          await refusalOf('PATCH', `${path}/${made.contract_id}`, { ...type, ...body }),
        ).toMatchObject({
          status: 422,
          errorName: 'ContractInvalidExpirationDateHttpError',
        })
      }
    }
    expect(await sandbox.ok('GET', `${v3}/${made.contract_id}`)).toEqual(made)
    await sandbox.ok('PATCH', `${v2}/${made.contract_id}`, {
      effective_date: '2027-01-01',
      expiration_date: { type: 'remove' },
    })
  })

  test("a contract's type cannot be changed", async () => {
    const made = await make()
    expect(
      await refusalOf('PATCH', `${v3}/${made.contract_id}`, { type: 'institutional' }),
    ).toMatchObject({
      status: 422,
      errorName: 'UnprocessableEntityError',
    })
  })
})

describe('deleting and keys', () => {
  test('a deleted contract is gone from both versions', async () => {
    const { contract_id: id } = await sandbox.ok(
      'POST',
      v2,
      sandbox.terms({ rendering_provider_ids: sandbox.rendering.slice(0, 2) }),
    )
    expect(await sandbox.send('DELETE', `${v3}/${id}`)).toMatchObject({ status: 204, text: '' })
    for (const path of [`${v2}/${id}`, `${v3}/${id}`, `${v3}/${id}/providers`])
      expect(await refusalOf('GET', path)).toMatchObject({
        status: 404,
        errorName: 'EntityNotFoundError',
        content: { id },
      })
    expect(await refusalOf('DELETE', `${v2}/${id}`)).toMatchObject({ status: 404 })
  })

  test('an unknown id: 404 on every path', async () => {
    for (const id of [nowhere, 'no-uuid', '%00']) {
      for (const [method, path, body] of [
        ['GET', `${v2}/${id}`],
        ['PATCH', `${v2}/${id}`, {}],
        ['DELETE', `${v2}/${id}`],
        ['GET', `${v3}/${id}`],
        ['PATCH', `${v3}/${id}`, { type: 'professional' }],
        ['DELETE', `${v3}/${id}`],
        ['GET', `${v3}/${id}/providers`],
        ['POST', `${v3}/${id}/providers`, { rendering_provider_ids: [] }],
        ['DELETE', `${v3}/${id}/providers`, { rendering_provider_ids: [] }],
        ['GET', `${v3}/${id}/providers/credentialing`],
        [
          'POST',
          `${v3}/${id}/service-facilities`,
          { service_facility_id: nowhere, provider_ids: [] },
        ],
        ['PATCH', `${v3}/${id}/service-facilities/${nowhere}`, {}],
      ] as [string, string, object?][]) {
        expect(await refusalOf(method, path, body), `${method} ${path}`).toMatchObject({
          status: 404,
          errorName: 'EntityNotFoundError',
        })
      }
    }
  })

  test('a key reads and creates contracts of its own billing providers only', async () => {
    const mine = await sandbox.items<{ organization_provider_id: string; npi: string }>(
      '/api/organization-providers/v3',
      { is_billing: true, limit: 40 },
    )
    const { npi } = (await sandbox.ok('POST', v3, sandbox.professional())).contracting_provider
    const scoped = mine.find((each) => each.npi !== npi)!
    expect(scoped).toBeDefined()
    const made: ContractAnswer[] = []
    for (const contracting_provider_id of sandbox.billing)
      made.push(await sandbox.ok('POST', v3, sandbox.professional([], { contracting_provider_id })))
    const seen = await sandbox.items<ContractAnswer>(v3, { limit: 1000 }, 'sandbox-scoped')
    const npis = new Set(seen.map((each) => each.contracting_provider.npi))
    expect(npis.size).toBe(3)
    const foreign = made.find((each) => !npis.has(each.contracting_provider.npi))!
    expect(
      await refusalOf('GET', `${v3}/${foreign.contract_id}`, undefined, 'sandbox-scoped'),
    ).toMatchObject({
      status: 404,
    })
    expect(
      await refusalOf('DELETE', `${v3}/${foreign.contract_id}`, undefined, 'sandbox-scoped'),
    ).toMatchObject({
      status: 404,
    })
    const contracting_provider_id = foreign.contracting_provider.organization_provider_id
    expect(
      await refusalOf(
        'POST',
        v3,
        sandbox.professional([], { contracting_provider_id }),
        'sandbox-scoped',
      ),
    ).toMatchObject({ status: 403, errorName: 'UnauthorizedError' })
  })
})

function sameSet(a: unknown, b: readonly string[]): boolean {
  return Array.isArray(a) && a.length === b.length && b.every((each) => a.includes(each))
}
