import { describe, expect, test } from 'vitest'
import {
  type Page,
  contractSandbox,
  nowhere,
  v3,
} from '#lib/sandbox/contracts/contract-sandbox.testing.ts'

type Span = {
  provider_credentialing_span_id?: string
  facility_credentialing_span_id?: string
  rendering_provider?: { organization_provider_id: string }
  service_facility?: { organization_service_facility_id: string }
  contracting_provider: { organization_provider_id: string }
  payer: { payer_uuid: string }
  credentialing_status: string
  is_enabled: boolean
}

const sandbox = contractSandbox()
const providerPath = '/api/provider-credentialing-span/v2'
const facilityPath = `${providerPath}/facility`
const idOf = (span: Span) =>
  (span.provider_credentialing_span_id ?? span.facility_credentialing_span_id)!

const providerBody = (change: object = {}) => ({
  rendering_provider_id: sandbox.rendering[0],
  contracting_provider_id: sandbox.billing[0],
  payer_uuid: sandbox.payers[0]!.payer_uuid,
  regions: { type: 'states', states: ['OR'] },
  ...change,
})
const facilityBody = (change: object = {}) => ({
  service_facility_id: sandbox.facilities[0],
  contracting_provider_id: sandbox.billing[0],
  payer_uuid: sandbox.payers[0]!.payer_uuid,
  ...change,
})
const kinds = [
  {
    name: 'provider spans',
    path: providerPath,
    body: providerBody,
    covered: 'rendering_provider_id',
  },
  {
    name: 'facility spans',
    path: facilityPath,
    body: facilityBody,
    covered: 'service_facility_id',
  },
] as const

describe.each(kinds)('$name', ({ path, body, covered }) => {
  const create = (change: object = {}) => sandbox.ok<Span>('POST', path, body(change))

  test('are created and read with the records that they name', async () => {
    const dates = {
      start_date: '2026-01-01',
      end_date: '2030-12-31',
      submitted_date: '2025-11-01',
      payer_loaded_date: '2026-01-15',
    }
    const made = await create(dates)
    expect(made).toMatchObject({
      ...dates,
      credentialing_status: 'effective',
      is_enabled: true,
      contracting_provider: {
        organization_provider_id: sandbox.billing[0],
        is_billing: true,
        qualifications: [],
      },
      payer: sandbox.payers[0]!,
      ...(path === providerPath
        ? {
            rendering_provider: { organization_provider_id: sandbox.rendering[0] },
            regions: { type: 'states', states: ['OR'] },
            source: 'API',
          }
        : { service_facility: { organization_service_facility_id: sandbox.facilities[0] } }),
    })
    expect(await sandbox.ok('GET', `${path}/${idOf(made)}`)).toEqual(made)
    expect((await sandbox.items<Span>(path, {}))[0]).toEqual(made)
  })

  test('need no dates, and their status follows from their dates and the clock', async () => {
    const made = await create()
    expect(made).toMatchObject({
      start_date: null,
      end_date: null,
      submitted_date: null,
      payer_loaded_date: null,
      credentialing_status: 'work_in_progress',
    })
    const named = { contracting_provider_id: sandbox.billing[0] }
    const patch = async (change: object) =>
      (await sandbox.ok<Span>('PATCH', `${path}/${idOf(made)}`, { ...named, ...change }))
        .credentialing_status
    expect(await patch({ submitted_date: '2026-10-01' })).toBe('pending')
    expect(await patch({ start_date: '2026-10-15', payer_loaded_date: '2026-10-20' })).toBe(
      'effective',
    )
    expect(await patch({ end_date: '2030-01-31' })).toBe('effective')
    await sandbox.send('POST', '/_sandbox/clock', { now: '2030-01-31T23:00:00Z' })
    expect((await sandbox.ok<Span>('GET', `${path}/${idOf(made)}`)).credentialing_status).toBe(
      'effective',
    )
    await sandbox.send('POST', '/_sandbox/clock', { now: '2030-02-01T00:00:01Z' })
    expect((await sandbox.ok<Span>('GET', `${path}/${idOf(made)}`)).credentialing_status).toBe(
      'expired',
    )
    await sandbox.send('POST', '/_sandbox/clock', {})
    expect(await patch({ end_date: null, payer_loaded_date: null })).toBe('pending')
  })

  test('change only members that are sent', async () => {
    const made = await create({ start_date: '2026-02-01', submitted_date: '2026-01-01' })
    const change = {
      contracting_provider_id: sandbox.billing[2],
      payer_uuid: sandbox.payers[4]!.payer_uuid,
      start_date: null,
    }
    const changed = await sandbox.ok<Span>('PATCH', `${path}/${idOf(made)}`, change)
    expect(changed).toMatchObject({
      contracting_provider: { organization_provider_id: sandbox.billing[2] },
      payer: sandbox.payers[4]!,
      start_date: null,
      submitted_date: '2026-01-01',
    })
    expect(
      await sandbox.ok<Span>('PATCH', `${path}/${idOf(made)}`, {
        contracting_provider_id: sandbox.billing[2],
        payer_uuid: null,
      }),
    ).toEqual(changed)
  })

  test('refuse unknown ids, each at its member, and an end before the start', async () => {
    const answer = await sandbox.send(
      'POST',
      path,
      body({
        [covered]: nowhere,
        contracting_provider_id: sandbox.rendering[0],
        payer_uuid: nowhere,
        start_date: '2026-03-02',
        end_date: '2026-03-01',
      }),
    )
    expect(answer).toMatchObject({
      status: 422,
      json: { errorName: 'HttpRequestValidationsError' },
    })
    const fields = (answer.json as { content: { fieldName: string }[] }).content.map(
      ({ fieldName }) => fieldName,
    )
    expect(fields.toSorted()).toEqual(
      ['contracting_provider_id', covered, 'end_date', 'payer_uuid'].toSorted(),
    )
    const made = await create({ start_date: '2026-05-01' })
    for (const [change, field] of [
      [{ end_date: '2026-04-30' }, 'end_date'],
      [{ payer_uuid: nowhere }, 'payer_uuid'],
      [{ contracting_provider_id: nowhere }, 'contracting_provider_id'],
      [{ start_date: '2026-13-01' }, 'start_date'],
    ] as const) {
      expect(
        await sandbox.send('PATCH', `${path}/${idOf(made)}`, {
          contracting_provider_id: sandbox.billing[0],
          ...change,
        }),
      ).toMatchObject({
        status: 422,
        json: { errorName: 'HttpRequestValidationsError', content: [{ fieldName: field }] },
      })
    }
    expect(await sandbox.ok('GET', `${path}/${idOf(made)}`)).toEqual(made)
  })

  test('are gone once deleted', async () => {
    const made = await create()
    expect(await sandbox.send('DELETE', `${path}/${idOf(made)}`)).toMatchObject({
      status: 204,
      text: '',
    })
    const named = { contracting_provider_id: sandbox.billing[0] }
    for (const [method, change] of [['GET'], ['PATCH', named], ['DELETE']] as [string, object?][]) {
      expect(await sandbox.send(method, `${path}/${idOf(made)}`, change)).toMatchObject({
        status: 404,
        json: { errorName: 'EntityNotFoundError', content: { id: idOf(made) } },
      })
      expect(await sandbox.send(method, `${path}/${nowhere}`, change)).toMatchObject({
        status: 404,
      })
    }
    expect((await sandbox.items<Span>(path, { limit: 1000 })).map(idOf)).not.toContain(idOf(made))
  })

  test('have pages of 100 by default, newest first, each span once', async () => {
    for (let i = 0; i < 105; i += 1) await create({ payer_uuid: sandbox.payers[20]!.payer_uuid })
    const pages = await sandbox.pages<Span>(path, { payer_uuid: sandbox.payers[20]!.payer_uuid })
    expect(pages.map((page) => page.length)).toEqual([100, 5])
    expect(new Set(pages.flat().map(idOf)).size).toBe(105)
    const small = await sandbox.pages<Span>(path, {
      payer_uuid: sandbox.payers[20]!.payer_uuid,
      limit: 40,
    })
    expect(small.flat()).toEqual(pages.flat())
    expect(await sandbox.get(path, { limit: 1001 })).toMatchObject({
      status: 422,
      json: {
        errorName: 'UnprocessableEntityError',
        content: { message: expect.stringMatching(/^limit: .*1000/) },
      },
    })
  })

  test("are in a key's scope by their contracting provider", async () => {
    const made = await Promise.all(
      sandbox.billing.map((contracting_provider_id) =>
        create({ contracting_provider_id, payer_uuid: sandbox.payers[30]!.payer_uuid }),
      ),
    )
    const seen = (
      await sandbox.pages<Span>(
        path,
        { payer_uuid: sandbox.payers[30]!.payer_uuid, limit: 4 },
        'sandbox-scoped',
      )
    )
      .flat()
      .map(idOf)
    expect(seen).toHaveLength(3)
    const hidden = made.find((span) => !seen.includes(idOf(span)))!
    expect((await sandbox.get(`${path}/${idOf(hidden)}`, {}, 'sandbox-scoped')).status).toBe(404)
    const foreign = {
      contracting_provider_id: hidden.contracting_provider.organization_provider_id,
    }
    expect(await sandbox.send('POST', path, body(foreign), 'sandbox-scoped')).toMatchObject({
      status: 403,
      json: { errorName: 'UnauthorizedError' },
    })
    expect(
      await sandbox.send('PATCH', `${path}/${seen[0]}`, foreign, 'sandbox-scoped'),
    ).toMatchObject({ status: 403 })
  })
})

describe('filters', () => {
  test('facility spans by payer, contracting provider and facility', async () => {
    const want = {
      payer_uuid: sandbox.payers[7]!.payer_uuid,
      contracting_provider_id: sandbox.billing[9]!,
      service_facility_id: sandbox.facilities[8]!,
    }
    const made = await sandbox.ok<Span>('POST', facilityPath, facilityBody(want))
    for (const [name, other] of Object.entries({
      payer_uuid: sandbox.payers[8]!.payer_uuid,
      contracting_provider_id: sandbox.billing[10]!,
      service_facility_id: sandbox.facilities[9]!,
    })) {
      const near = await sandbox.ok<Span>(
        'POST',
        facilityPath,
        facilityBody({ ...want, [name]: other }),
      )
      const found = (
        await sandbox.items<Span>(facilityPath, { [name]: want[name as keyof typeof want] })
      ).map(idOf)
      expect(found).toContain(idOf(made))
      expect(found).not.toContain(idOf(near))
    }
    expect((await sandbox.items<Span>(facilityPath, want)).map(idOf)).toEqual([idOf(made)])
    expect(await sandbox.items(facilityPath, { payer_uuid: nowhere })).toEqual([])
  })

  test('provider spans by provider in a role, in either role, and by payer', async () => {
    const payer_uuid = sandbox.payers[11]!.payer_uuid
    const made = await sandbox.ok<Span>(
      'POST',
      providerPath,
      providerBody({
        rendering_provider_id: sandbox.rendering[77],
        contracting_provider_id: sandbox.billing[12],
        payer_uuid,
      }),
    )
    const found = async (query: object) =>
      (await sandbox.items<Span>(providerPath, { payer_uuid, ...query })).map(idOf)
    const [rendering, contracting] = [sandbox.rendering[77]!, sandbox.billing[12]!]
    expect(await found({ provider_id: rendering })).toEqual([idOf(made)])
    expect(await found({ provider_id: contracting })).toEqual([idOf(made)])
    expect(await found({ provider_id: rendering, as_rendering_provider: true })).toEqual([
      idOf(made),
    ])
    expect(await found({ provider_id: rendering, as_contracting_provider: true })).toEqual([])
    expect(
      await found({
        provider_id: contracting,
        as_contracting_provider: true,
        as_rendering_provider: false,
      }),
    ).toEqual([idOf(made)])
    expect(await found({ provider_id: contracting, as_rendering_provider: true })).toEqual([])
    expect(
      await found({
        provider_id: contracting,
        as_rendering_provider: true,
        as_contracting_provider: true,
      }),
    ).toEqual([idOf(made)])
    expect(await sandbox.get(providerPath, { as_rendering_provider: true })).toMatchObject({
      status: 422,
      json: { errorName: 'UnprocessableEntityError' },
    })
    expect(await found({ as_rendering_provider: false })).toEqual([idOf(made)])
  })
})

test("a contract's providers are listed with their spans for its contracting provider and payer", async () => {
  const [covered, uncovered, elsewhere] = sandbox.rendering.slice(100, 103) as [
    string,
    string,
    string,
  ]
  const parties = {
    contracting_provider_id: sandbox.billing[15],
    payer_uuid: sandbox.payers[15]!.payer_uuid,
  }
  const contract = await sandbox.ok(
    'POST',
    v3,
    sandbox.professional([covered, uncovered, elsewhere], parties),
  )
  const span = (rendering_provider_id: string, change: object) =>
    sandbox.ok<Span>(
      'POST',
      providerPath,
      providerBody({ rendering_provider_id, ...parties, ...change }),
    )
  const later = await span(covered, { start_date: '2026-06-01' })
  const earlier = await span(covered, { start_date: '2025-06-01', end_date: '2025-12-31' })
  const gone = await span(covered, { start_date: '2024-01-01' })
  await sandbox.send('DELETE', `${providerPath}/${idOf(gone)}`)
  await span(elsewhere, { payer_uuid: sandbox.payers[16]!.payer_uuid })
  await span(elsewhere, { contracting_provider_id: sandbox.billing[16] })
  const page = await sandbox.ok<
    Page<{
      provider: { organization_provider_id: string; employment_status: string }
      credentialing_spans: Span[]
    }>
  >('GET', `${v3}/${contract.contract_id}/providers/credentialing`)
  const spansOf = (id: string) =>
    page.items.find(({ provider }) => provider.organization_provider_id === id)!.credentialing_spans
  expect(page.items).toHaveLength(3)
  expect(spansOf(covered)).toEqual([earlier, later])
  expect([spansOf(uncovered), spansOf(elsewhere)]).toEqual([[], []])
})
