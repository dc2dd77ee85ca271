import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import type { Result } from '#lib/core/result.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import {
  createSpan,
  type CreateSpanReply,
  type SpanAnswer,
  type SpanCandidate,
} from './create-span.ts'
import { readSpan } from './read-span.ts'
import { deleteSpan, saveSpan } from './save-span.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

// Another client's action during a look-up of ids.
const other = vi.hoisted(() => ({ acts: undefined as (() => Promise<unknown>) | undefined }))
vi.mock('#lib/actions/finding/named-ids.ts', async (original) => {
  const real = await original<typeof import('#lib/actions/finding/named-ids.ts')>()
  const refuseStrangeIds: typeof real.refuseStrangeIds = async (...asked) => {
    const refusal = await real.refuseStrangeIds(...asked)
    await other.acts?.()
    return refusal
  }
  return { ...real, refuseStrangeIds }
})

const paths = {
  provider: '/api/provider-credentialing-span/v2',
  facility: '/api/provider-credentialing-span/v2/facility',
}
const world = startWorld({ captures: 20 })
let parties: { billing: string[]; rendering: string[]; facilities: string[]; payers: string[] }

beforeAll(async () => {
  const ids = async (from: string, member: string, query: object = {}) =>
    (await world.all<JsonObject>(from, query)).map((item) => String(item[member]))
  parties = {
    billing: await ids('/api/organization-providers/v3', 'organization_provider_id', {
      is_billing: true,
    }),
    rendering: await ids('/api/organization-providers/v3', 'organization_provider_id', {
      is_rendering: true,
    }),
    facilities: await ids(
      '/api/organization-service-facilities/v2',
      'organization_service_facility_id',
    ),
    payers: await ids('/api/payers/v3', 'payer_uuid'),
  }
})
afterEach(async () => {
  other.acts = undefined
})

// Each has a person's own account over one connection.
function person(name = 'Cora', key = 'sandbox-full'): ActionContext {
  const { account, connection } = world.over(key).credentialing
  return { account: { ...account, id: name, name }, connection: { ...connection, id: 'one' } }
}

let made = 0
/** A request of three that no other test names. */
function request(kind: 'facility' | 'provider', change: object = {}): JsonObject {
  made += 1
  const payer_uuid = parties.payers[made % parties.payers.length]!
  const shared = {
    payer_uuid,
    start_date: `20${20 + Math.floor(made / 300)}-01-01`,
    submitted_date: '2019-11-01',
    payer_loaded_date: null,
  }
  return kind === 'facility'
    ? {
        service_facility_id: parties.facilities[made % parties.facilities.length]!,
        contracting_provider_id: parties.billing[0]!,
        ...shared,
        ...change,
      }
    : {
        rendering_provider_id: parties.rendering[made % parties.rendering.length]!,
        contracting_provider_id: parties.billing[0]!,
        regions: { type: 'states', states: ['WA', 'OR'] },
        ...shared,
        ...change,
      }
}

const inputOf = (body: object) => ({ operation_id: randomUUID(), body: JSON.stringify(body) })
const fault = (method: string, path: string, kind: string, more: object = {}) =>
  world.fault({ method, path, kind, ...more })
const spansIn = async (kind: 'facility' | 'provider') =>
  ((await world.sandbox.get(paths[kind], { limit: 1000 })).json as { items: JsonObject[] }).items

const sent = (method: string, path: string) => world.sent(method, path)

const settle = async <T extends { kind: string }>(ask: () => Promise<Result<T>>) =>
  valueOf(await world.settle(ask))

/**
 * A person who looks at the candidates: one alike that was not there before is theirs, else it was
 * not made.
 */
async function createAsAPerson(
  kind: 'facility' | 'provider',
  body: JsonObject,
): Promise<{ reply: CreateSpanReply; asked: number }> {
  const known = new Set(
    (await spansIn(kind)).map((span) => String(span[`${kind}_credentialing_span_id`])),
  )
  const [input, context] = [inputOf(body), person()]
  let answer: SpanAnswer | undefined
  for (let asked = 0; asked < 4; asked += 1) {
    const reply = await settle(() => createSpan(kind)({ ...input, answer }, context))
    if (reply.kind !== 'taken') return { reply, asked }
    const mine = reply.candidates.find(
      (each: SpanCandidate) => each.is_alike && !known.has(each.id),
    )
    answer = mine
      ? { kind: 'made', id: mine.id }
      : { kind: 'not-made', seen: reply.candidates.map((each) => each.id) }
  }
  throw new Error('it is asked about again and again')
}

// Twenty have each loss with a twin and without.
const creations = testSize(20, 40)

describe.each(['facility', 'provider'] as const)('%s spans', (kind) => {
  const path = paths[kind]

  test('a creation is sent once, and the published client reads back what was written', async () => {
    const body = request(kind, { end_date: '2031-12-31', payer_loaded_date: '2019-12-01' })
    const [input, context] = [inputOf(body), person()]
    const first = await createSpan(kind)(input, context)
    expect(first).toMatchObject({
      ok: true,
      value: { kind: 'created', is_found: false, unverified: [] },
    })
    const count = (await sent('POST', path)).length
    expect(await createSpan(kind)(input, context)).toEqual(first)
    expect(await sent('POST', path)).toHaveLength(count)
    const client = world.published.credentialing.v2
    const { id } = (first as { value: { id: string } }).value
    const read =
      kind === 'facility' ? await client.getFacility(id as never) : await client.get(id as never)
    expect(read.ok && read.body).toMatchObject({
      startDate: body.start_date,
      endDate: '2031-12-31',
      submittedDate: '2019-11-01',
      payerLoadedDate: '2019-12-01',
      payer: { payerUuid: body.payer_uuid },
      contractingProvider: { organizationProviderId: body.contracting_provider_id },
    })
  })

  test(
    `${creations} creations whose answers or requests are lost end with exactly one span each, after a person’s answer`,
    { timeout: 120_000 },
    async () => {
      for (let seed = 0; seed < creations; seed += 1) {
        const body = request(kind)
        const before = (await spansIn(kind)).length
        // A span that says the same was there before: being alike proves nothing.
        const isTwin = seed % 5 === 0
        if (isTwin) await world.sandbox.send('POST', path, body)
        await world.sandbox.send('DELETE', '/_sandbox/requests')
        const lost = ['reset-after', 'reset-before', 'truncate', 'status'][seed % 4]!
        await fault('POST', path, lost, lost === 'status' ? { status: 502 } : {})
        const { reply, asked } = await createAsAPerson(kind, body)
        const isMade = lost === 'reset-after' || lost === 'truncate'
        expect([
          seed,
          (await spansIn(kind)).length - before - Number(isTwin),
          (await sent('POST', path)).length,
          asked,
          reply,
        ]).toMatchObject([seed, 1, isMade ? 1 : 2, 1, { kind: 'created', is_found: isMade }])
      }
    },
  )

  test('nothing is sent again without a person’s answer, or when a span appeared that the person has not seen', async () => {
    const body = request(kind)
    const [input, context] = [inputOf(body), person()]
    await fault('POST', path, 'reset-before')
    const count = (await sent('POST', path)).length
    const first = await settle(() => createSpan(kind)(input, context))
    expect(first).toMatchObject({ kind: 'taken', may_resend: true })
    expect(await settle(() => createSpan(kind)(input, context))).toEqual(first)
    expect((await sent('POST', path)).length).toBe(count + 1)
    const seen = (first as { candidates: SpanCandidate[] }).candidates.map((each) => each.id)
    await world.sandbox.send('POST', path, body)
    const again = await settle(() =>
      createSpan(kind)({ ...input, answer: { kind: 'not-made', seen } }, context),
    )
    expect(again).toMatchObject({ kind: 'taken', candidates: [{ is_alike: true }] })
    expect((await sent('POST', path)).length).toBe(count + 2)
  })

  test('a creation that is lost twice is not sent a third time', async () => {
    const body = request(kind)
    const [input, context] = [inputOf(body), person()]
    await fault('POST', path, 'reset-before', { times: 5 })
    const count = (await sent('POST', path)).length
    await settle(() => createSpan(kind)(input, context))
    const answer: SpanAnswer = { kind: 'not-made', seen: [] }
    expect(await settle(() => createSpan(kind)({ ...input, answer }, context))).toMatchObject({
      kind: 'taken',
      may_resend: false,
    })
    expect(await settle(() => createSpan(kind)({ ...input, answer }, context))).toMatchObject({
      kind: 'taken',
      may_resend: false,
    })
    expect((await sent('POST', path)).length).toBe(count + 2)
  })

  test('reversed dates and ids of another kind are refused at their fields, and nothing is sent', async () => {
    const count = (await sent('POST', path)).length
    const bad = { ...request(kind), end_date: '2019-12-31', payer_uuid: '60054' }
    const refused = await createSpan(kind)(inputOf(bad), person())
    expect(!refused.ok && refused.error.issues.map((issue) => issue.path).toSorted()).toEqual([
      'end_date',
      'payer_uuid',
    ])
    expect((await sent('POST', path)).length).toBe(count)
    // An id of the right form that is another kind of record's, only the partner can tell.
    const swapped = await createSpan(kind)(
      inputOf({ ...request(kind), payer_uuid: parties.facilities[0] }),
      person(),
    )
    expect(!swapped.ok && swapped.error.issues).toMatchObject([{ path: 'payer_uuid' }])
  })

  const newSpan = async () =>
    (
      await world.sandbox.send(
        'POST',
        path,
        request(kind, { payer_loaded_date: '2019-12-01', end_date: '2031-12-31' }),
      )
    ).text
  const idIn = (text: string) =>
    String((JSON.parse(text) as JsonObject)[`${kind}_credentialing_span_id`])
  const termsIn = (text: string) => {
    const span = JSON.parse(text) as JsonObject & {
      contracting_provider: JsonObject
      payer: JsonObject
    }
    const { start_date, end_date, submitted_date, payer_loaded_date, regions } = span
    return {
      contracting_provider_id: span.contracting_provider.organization_provider_id,
      payer_uuid: span.payer.payer_uuid,
      start_date,
      end_date,
      submitted_date,
      payer_loaded_date,
      ...(kind === 'provider' ? { regions } : {}),
    } as JsonObject
  }
  const change = (base: string, to: object) => ({
    id: idIn(base),
    operation_id: randomUUID(),
    base,
    wanted: JSON.stringify({ ...termsIn(base), ...to }),
  })

  test('a save sends only the changes, reads again, and keeps another person’s changes', async () => {
    const base = await newSpan()
    await world.sandbox.send('PATCH', `${path}/${idIn(base)}`, {
      contracting_provider_id: termsIn(base).contracting_provider_id,
      submitted_date: '2019-10-01',
    })
    const reply = await saveSpan(kind)(
      change(base, { end_date: '2032-06-30', payer_loaded_date: null }),
      person(),
    )
    expect(reply).toMatchObject({ ok: true, value: { kind: 'saved', unverified: [] } })
    const { value } = reply as { value: { span: string; also_kept_text: string } }
    expect(termsIn(value.span)).toMatchObject({
      end_date: '2032-06-30',
      payer_loaded_date: null,
      submitted_date: '2019-10-01',
    })
    expect(JSON.parse(value.also_kept_text)).toMatchObject([{ path: 'submitted_date' }])
    const patch = (await sent('PATCH', `${path}/${idIn(base)}`)).at(-1)!
    expect(Object.keys(patch.body as JsonObject).toSorted()).toEqual([
      ...(kind === 'facility' ? ['contracting_provider_id'] : []),
      'end_date',
      'payer_loaded_date',
    ])
  })

  test('changes that others make during a look-up are merged, or are a conflict', async () => {
    for (const theirs of [
      { submitted_date: '2019-10-01' },
      { payer_uuid: parties.payers[1]! },
    ] as JsonObject[]) {
      const base = await newSpan()
      const before = termsIn(base)
      const mine = parties.payers.find(
        (id) => id !== before.payer_uuid && id !== theirs.payer_uuid,
      )!
      const isSame = 'payer_uuid' in theirs && theirs.payer_uuid === before.payer_uuid
      other.acts = () =>
        world.sandbox.send('PATCH', `${path}/${idIn(base)}`, {
          contracting_provider_id: before.contracting_provider_id,
          ...theirs,
          ...(isSame && { payer_uuid: parties.payers.at(-1)! }),
        })
      expect(await saveSpan(kind)(change(base, { payer_uuid: mine }), person())).toMatchObject({
        ok: true,
        value: { kind: 'payer_uuid' in theirs ? 'conflict' : 'saved' },
      })
      const { payer_uuid, submitted_date } = termsIn(
        (await world.sandbox.get(`${path}/${idIn(base)}`)).text,
      )
      expect([payer_uuid === mine, submitted_date]).toEqual(
        'payer_uuid' in theirs ? [false, '2019-11-01'] : [true, '2019-10-01'],
      )
    }
  })

  test('two changes of the same field are a conflict, and choices count only for the version that was seen', async () => {
    const base = await newSpan()
    await saveSpan(kind)(change(base, { end_date: '2030-01-31' }), person('Otto'))
    const mine = change(base, { end_date: '2030-02-28' })
    const asked = await saveSpan(kind)(mine, person())
    expect(asked).toMatchObject({ ok: true, value: { kind: 'conflict', changed_by: null } })
    const { seen, conflicts_text } = (asked as { value: { seen: string; conflicts_text: string } })
      .value
    expect(JSON.parse(conflicts_text)).toEqual([
      { path: 'end_date', base: '2031-12-31', mine: '2030-02-28', theirs: '2030-01-31' },
    ])
    const chosen = await saveSpan(kind)(
      { ...mine, operation_id: randomUUID(), choices: [{ path: 'end_date', take: 'mine' }], seen },
      person(),
    )
    expect(chosen).toMatchObject({ ok: true, value: { kind: 'saved' } })
    expect(JSON.parse((await world.sandbox.get(`${path}/${idIn(base)}`)).text)).toMatchObject({
      end_date: '2030-02-28',
    })
  })

  test('a change whose answer is lost is applied once', async () => {
    for (const lost of ['reset-after', 'reset-before', 'truncate']) {
      const base = await newSpan()
      await fault('PATCH', `${path}/${idIn(base)}`, lost)
      const input = change(base, { end_date: '2033-03-31' })
      expect(await settle(() => saveSpan(kind)(input, person()))).toMatchObject({
        kind: 'saved',
        unverified: [],
      })
      expect(await sent('PATCH', `${path}/${idIn(base)}`)).toHaveLength(
        lost === 'reset-before' ? 2 : 1,
      )
    }
  })

  test('dates that two people’s changes reverse together are refused', async () => {
    const base = await newSpan()
    await world.sandbox.send('PATCH', `${path}/${idIn(base)}`, {
      contracting_provider_id: termsIn(base).contracting_provider_id,
      start_date: '2029-01-01',
    })
    const reply = await saveSpan(kind)(change(base, { end_date: '2028-12-31' }), person())
    expect(!reply.ok && reply.error.issues).toMatchObject([{ path: 'end_date' }])
    expect(await sent('PATCH', `${path}/${idIn(base)}`)).toHaveLength(1)
  })

  test('a span is deleted once, whichever message is lost', async () => {
    for (const lost of ['none', 'reset-after', 'reset-before']) {
      const id = idIn(await newSpan())
      if (lost !== 'none') await fault('DELETE', `${path}/${id}`, lost)
      const input = { id, operation_id: randomUUID() }
      expect(await settle(() => deleteSpan(kind)(input, person()))).toEqual({
        kind: 'deleted',
        is_found_gone: false,
      })
      expect((await world.sandbox.get(`${path}/${id}`)).status).toBe(404)
      expect(await deleteSpan(kind)({ id, operation_id: randomUUID() }, person())).toMatchObject({
        ok: true,
        value: { is_found_gone: true },
      })
    }
  })

  test('a key without the single-span endpoints reads a span from the list, and deletes nothing', async () => {
    const base = await newSpan()
    const id = idIn(base)
    expect(await readSpan(kind)({ id }, person())).toEqual({
      ok: true,
      value: { span: base, is_from_list: false },
    })
    for (const status of [403, 404]) {
      await fault('GET', `${path}/${id}`, 'status', { status, times: 4 })
      await fault('DELETE', `${path}/${id}`, 'status', { status, times: 4 })
      const read = await readSpan(kind)({ id }, person())
      expect(read).toMatchObject({ ok: true, value: { is_from_list: true } })
      expect(JSON.parse((read as { value: { span: string } }).value.span)).toEqual(JSON.parse(base))
      expect(await deleteSpan(kind)({ id, operation_id: randomUUID() }, person())).toMatchObject({
        ok: false,
        error: { status },
      })
      await world.sandbox.send('DELETE', '/_sandbox/faults')
    }
    expect(
      await readSpan(kind)({ id: '00000000-0000-4000-8000-000000000000' }, person()),
    ).toMatchObject({
      ok: false,
      error: { status: 404 },
    })
    expect(
      await createSpan(kind)(inputOf(request(kind)), person('Cora', 'sandbox-readonly')),
    ).toMatchObject({
      ok: false,
      error: { status: 403 },
    })
  })
})
