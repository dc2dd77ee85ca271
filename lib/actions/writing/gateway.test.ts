import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCapture } from '#lib/actions/charge-captures/create-capture.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { resolveChanges, resolveError } from '#lib/actions/claim-creations/resolve.ts'
import { changeRoster } from '#lib/actions/contracts/change-roster.ts'
import { createContract } from '#lib/actions/contracts/create-contract.ts'
import { deleteContract, saveContract } from '#lib/actions/contracts/save-contract.ts'
import { createFacility, saveFacility } from '#lib/actions/contracts/save-facility.ts'
import { createEncounter } from '#lib/actions/encounters/create-encounter.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { createSpan } from '#lib/actions/spans/create-span.ts'
import { deleteSpan, saveSpan } from '#lib/actions/spans/save-span.ts'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, writeOperations } from '#lib/console/schema.ts'
import { Secret } from '#lib/console/connections/secret.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { Result } from '#lib/core/result.ts'
import { publishedInputs } from '#lib/partner/published-inputs.testing.ts'
import { connectionTo } from '#lib/partner/test-partner.ts'
import { termsOf as contractTerms } from '#lib/rules/contract-edit/contract-terms.ts'
import { termsOf as spanTerms } from '#lib/rules/span-edit/span-terms.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

// A gateway between the console and the partner. It passes every read on; it makes of a write what
// a test says.

type Spoiled = { status: number; body: string; type: string; performs: boolean }
let spoiled: Spoiled | undefined
const world = startWorld({ captures: 60 })
let gateway: { url: string; close: () => Promise<unknown> }
let context: ActionContext
let ids: { billing: string; rendering: string[]; facilities: string[]; payer: string }
let appointment: { id: string; patient_id: string }
let errorId: string
let changeId: string
let changedClaim: string

beforeAll(async () => {
  gateway = await startGateway(world.sandbox.url)
  const list = (path: string, query?: object) => world.all<JsonObject>(path, query)
  const providers = async (query: object) =>
    (await list('/api/organization-providers/v3', query)).map((item) =>
      String(item.organization_provider_id),
    )
  ids = {
    billing: (await providers({ is_billing: true }))[0]!,
    rendering: await providers({ is_rendering: true }),
    facilities: (await list('/api/organization-service-facilities/v2')).map((item) =>
      String(item.organization_service_facility_id),
    ),
    payer: String((await list('/api/payers/v3'))[0]!.payer_uuid),
  }
  const [first] = await list('/lists/v1/appointment')
  appointment = first!.appointment as typeof appointment
  const creations = await list('/api/charge_capture_claim_creation/v1')
  errorId = String((creations.flatMap((creation) => creation.errors as JsonObject[])[0] ?? {}).id)
  const captures = await list('/api/charge_captures/v1')
  const changed = captures.find((capture) => (capture.updates as JsonObject[]).length > 0)
  changeId = String((changed?.updates as JsonObject[] | undefined)?.[0]?.id)
  changedClaim = String(changed?.claim_creation_id)
  context = {
    ...world.as.admin,
    connection: { ...connectionTo(gateway.url), openKey: async () => new Secret('sandbox-full') },
  }
})
afterAll(() => gateway.close())
// Longer than the breaker stays open: a probe, which the gateway does not spoil, closes it.
const breakerMs = 13_000

beforeEach(() => {
  spoiled = undefined
  world.passTime(breakerMs)
})

async function startGateway(target: string) {
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = 'GET', url = '' } = request
    const spoil = method === 'GET' ? undefined : spoiled
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers
    const answer =
      spoil?.performs === false
        ? undefined
        : await fetch(target + url, {
            method,
            headers: { authorization, 'content-type': type },
            ...(method === 'GET' ? {} : { body: Buffer.concat(parts) }),
          })
    if (spoil) {
      response.writeHead(spoil.status, {
        'content-type': spoil.type,
        location: '/elsewhere',
        'retry-after': '0',
      })
      return response.end(spoil.body)
    }
    response.writeHead(answer!.status, {
      'content-type': answer!.headers.get('content-type') ?? 'application/json',
    })
    response.end(Buffer.from(await answer!.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

type Reply = Result<{ kind?: string }>
/** A write that is ready to be sent, as often as somebody presses. */
type Ready = () => Promise<Reply>

const past = { reason: 'As asked.', findings: [] }
const parties = () => ({ contracting_provider_id: ids.billing, payer_uuid: ids.payer })
const operation = () => ({ operation_id: randomUUID() })
const made = async (path: string, body: object) =>
  (await world.sandbox.send('POST', path, body)).json as JsonObject
const text = (body: object) => JSON.stringify(body)

let day = 0
function contractBody(type: 'professional' | 'institutional') {
  const members =
    type === 'professional'
      ? { rendering_provider_ids: ids.rendering.slice(0, 2) }
      : {
          contract_service_facilities: [
            { service_facility_id: ids.facilities[0], provider_ids: ids.rendering.slice(0, 2) },
          ],
        }
  return {
    ...contractV2Body(),
    type,
    contract_type: type,
    rendering_provider_ids: undefined,
    ...members,
  }
}

function contractV2Body() {
  day += 1
  const effective_date = `20${30 + Math.floor(day / 28)}-01-${String(1 + (day % 28)).padStart(2, '0')}`
  const dates = { effective_date, expiration_date: undefined }
  return {
    ...publishedInputs.createContractV2.body,
    ...parties(),
    ...dates,
    rendering_provider_ids: ids.rendering,
  }
}

const spanPaths = {
  facility: '/api/provider-credentialing-span/v2/facility',
  provider: '/api/provider-credentialing-span/v2',
}
function spanBody(kind: 'facility' | 'provider') {
  day += 1
  const covered =
    kind === 'facility'
      ? { service_facility_id: ids.facilities[day % ids.facilities.length] }
      : {
          rendering_provider_id: ids.rendering[day % ids.rendering.length],
          regions: { type: 'national' },
        }
  const start_date = `20${20 + Math.floor(day / 28)}-02-${String(1 + (day % 28)).padStart(2, '0')}`
  return {
    ...parties(),
    ...covered,
    start_date,
    submitted_date: '2019-11-01',
    payer_loaded_date: null,
  }
}

async function newSpan(kind: 'facility' | 'provider'): Promise<{ id: string; base: JsonObject }> {
  const base = await made(spanPaths[kind], spanBody(kind))
  return { id: String(base[`${kind}_credentialing_span_id`]), base }
}

let count = 0
function encounterBody() {
  const { billing_provider, rendering_provider } =
    publishedInputs.createEncounterFromPreEncounter.body
  return {
    external_id: `GW-${(count += 1)}`,
    pre_encounter_patient_id: appointment.patient_id,
    pre_encounter_appointment_ids: [appointment.id],
    rendering_provider,
    billing_provider,
    place_of_service_code: '11',
    diagnoses: [{ code_type: 'ABK', code: 'Z00.00' }],
    service_lines: [
      {
        procedure_code: 'G0439',
        quantity: '1',
        units: 'UN',
        charge_amount_cents: 21_001,
        diagnosis_pointers: [0],
      },
    ],
    patient_authorized_release: true,
    benefits_assigned_to_provider: true,
    provider_accepts_assignment: true,
    billable_status: 'BILLABLE',
  }
}

function creatingSpan(kind: 'facility' | 'provider') {
  return (): Ready => {
    const input = { ...operation(), body: text(spanBody(kind)) }
    return () => createSpan(kind)(input, context)
  }
}

function savingSpan(kind: 'facility' | 'provider') {
  return async (): Promise<Ready> => {
    const { id, base } = await newSpan(kind)
    const wanted = { ...spanTerms(kind, base), end_date: '2070-01-01' }
    const input = { id, ...operation(), base: text(base), wanted: text(wanted) }
    return () => saveSpan(kind)(input, context)
  }
}

function deletingSpan(kind: 'facility' | 'provider') {
  return async (): Promise<Ready> => {
    const input = { id: (await newSpan(kind)).id, ...operation() }
    return () => deleteSpan(kind)(input, context)
  }
}

async function changingRoster(
  kind: 'addContractProviders' | 'removeContractProviders',
): Promise<Ready> {
  const contract = await made('/api/contracts/v3', contractBody('professional'))
  const at = kind === 'addContractProviders' ? 2 : 0
  const rendering_provider_ids = ids.rendering.slice(at, at + 2)
  const input = { id: String(contract.contract_id), ...operation(), rendering_provider_ids }
  return () => changeRoster(kind)(input, context) as Promise<Reply>
}

async function institutional() {
  const contract = await made('/api/contracts/v3', contractBody('institutional'))
  const [facility] = contract.contract_service_facilities as JsonObject[]
  return { contract_id: String(contract.contract_id), facility: facility! }
}

/** Every record that the console writes, ready to be written for the first time. */
const writes: Record<string, () => Ready | Promise<Ready>> = {
  'a charge capture is created': () => {
    const input = { ...operation(), body: text(captureBody()), past }
    return () => createCapture(operations.createChargeCapture)(input, context)
  },
  'a charge capture is created from records': () => {
    const body = {
      ...captureBody({ patient: undefined, date_of_service: undefined }),
      patient_external_id: undefined,
      pre_encounter_patient_id: appointment.patient_id,
      pre_encounter_appointment_ids: [appointment.id],
    }
    const input = { ...operation(), body: text(body), past }
    return () => createCapture(operations.createChargeCaptureFromPreEncounter)(input, context)
  },
  'a charge capture is saved': async () => {
    const base = await made('/api/charge_captures/v1', captureBody())
    const data = { ...(base.charge_capture_data as JsonObject), referral_number: 'R-9' }
    const input = {
      id: String(base.id),
      ...operation(),
      base: text(base),
      body: text({ data }),
      past,
    }
    return () => saveCapture(input, context)
  },
  'a contract of version 3 is created': () => {
    const input = { ...operation(), body: text(contractBody('professional')) }
    return () => createContract(operations.createContractV3)(input, context)
  },
  'a contract of version 2 is created': () => {
    const input = { ...operation(), body: text(contractV2Body()) }
    return () => createContract(operations.createContractV2)(input, context)
  },
  'a contract is saved': async () => {
    const base = await made('/api/contracts/v3', contractBody('professional'))
    const wanted = text({ ...contractTerms(base), expiration_date: '2070-01-01' })
    const input = { id: String(base.contract_id), ...operation(), base: text(base), wanted }
    return () => saveContract(3)(input, context)
  },
  'a contract is deleted': async () => {
    const { contract_id } = await made('/api/contracts/v3', contractBody('professional'))
    const input = { id: String(contract_id), ...operation() }
    return () => deleteContract(3)(input, context)
  },
  'providers are added to a roster': () => changingRoster('addContractProviders'),
  'providers are removed from a roster': () => changingRoster('removeContractProviders'),
  'a facility is added to a contract': async () => {
    const { contract_id } = await institutional()
    const provider_ids = ids.rendering.slice(0, 1)
    const input = {
      ...operation(),
      contract_id,
      service_facility_id: ids.facilities[1]!,
      provider_ids,
    }
    return () => createFacility(input, context)
  },
  'a facility of a contract is saved': async () => {
    const { contract_id, facility } = await institutional()
    const contract_service_facility_id = String(facility.contract_service_facility_id)
    const change = { add: ids.rendering.slice(3, 4), remove: [], place: undefined }
    const input = { ...operation(), contract_id, contract_service_facility_id, ...change }
    return () => saveFacility(input, context)
  },
  'a facility span is created': creatingSpan('facility'),
  'a provider span is created': creatingSpan('provider'),
  'a facility span is saved': savingSpan('facility'),
  'a provider span is saved': savingSpan('provider'),
  'a facility span is deleted': deletingSpan('facility'),
  'a provider span is deleted': deletingSpan('provider'),
  'an encounter is created': () => {
    const input = { ...operation(), body: text(encounterBody()) }
    return () => createEncounter(input, context)
  },
}

/** The number of writes that the sandbox carried out since the log was emptied. */
async function carriedOut(): Promise<number> {
  return (await world.sent(undefined, '')).filter(
    ({ method, path, status }) => method !== 'GET' && !path.startsWith('/_') && status < 300,
  ).length
}

const nameOf = (reply: Reply) => (reply.ok ? (reply.value.kind ?? 'ok') : reply.error.name)

const statuses = [
  500, 502, 503, 504, 400, 403, 404, 408, 409, 422, 425, 429, 301, 302, 303, 307, 308,
]
const bodies = [
  ['text/plain', 'try again later'],
  ['application/json', '{"message":"upstream"}'],
] as const

test.each(Object.entries(writes))(
  '%s behind a gateway that answers by itself: repeated tries write once, and none is reported as not made',
  { timeout: 120_000 },
  async (_, prepare) => {
    for (const [at, status] of statuses.entries()) {
      const [type, body] = bodies[at % bodies.length]!
      spoiled = undefined
      const press = await prepare()
      await world.sandbox.send('DELETE', '/_sandbox/requests')
      spoiled = { status, type, body, performs: true }
      const outcomes = [nameOf(await press())]
      for (const wait of [0, 2_000, 2_000]) {
        world.passTime(wait)
        outcomes.push(nameOf(await press()))
      }
      expect([status, await carriedOut()], outcomes.join()).toEqual([status, 1])
      for (const name of outcomes)
        expect(
          ['created', 'saved', 'deleted', 'taken', 'checking', 'OutcomeUnknown'],
          `${status}`,
        ).toContain(name)
    }
  },
)

test.each(Object.entries(writes))(
  '%s: a refusal in the partner’s own format is a refusal',
  async (_, prepare) => {
    for (const status of [429, 503]) {
      spoiled = undefined
      const press = await prepare()
      await world.sandbox.send('DELETE', '/_sandbox/requests')
      const body = text({ errorName: 'InternalError', content: { message: 'Too much at once.' } })
      spoiled = { status, type: 'application/json', body, performs: false }
      expect(nameOf(await press())).toBe('InternalError')
      expect(await carriedOut()).toBe(0)
    }
  },
)

test('behind a gateway that answers by itself, a resolved error or change is never reported as unresolved', async () => {
  expect([errorId, changeId]).not.toContain('undefined')
  for (const status of statuses) {
    spoiled = { status, type: 'text/plain', body: 'later', performs: true }
    world.passTime(breakerMs)
    const own = { claim_creation_id: changedClaim, reason: 'Not overpaid.', overpayment: null }
    const change = {
      ...operation(),
      charge_capture_change_ids: [changeId],
      claim_creation_ids: [changedClaim],
      own_reasons: [own],
      resolved: true,
    }
    expect(
      nameOf((await resolveError({ ...operation(), error_id: errorId }, context)) as Reply),
    ).toBe('OutcomeUnknown')
    expect(nameOf((await resolveChanges(change, context)) as Reply)).toBe('OutcomeUnknown')
  }
})

test.each(['a contract is deleted', 'a facility span is deleted', 'a provider span is deleted'])(
  '%s: a gateway’s 404 does not count as deleted',
  async (title) => {
    const press = await writes[title]!()
    spoiled = { status: 404, type: 'text/html', body: '<h1>Not found</h1>', performs: false }
    expect(nameOf(await press())).toBe('checking')
  },
)

test.each(Object.entries(writes))(
  '%s: the partner’s message is shown, and not logged',
  async (_, prepare) => {
    const press = await prepare()
    const body = text({ errorName: 'CanaryNameError', content: { message: 'Canary Moss Avery' } })
    spoiled = { status: 422, type: 'application/json', body, performs: false }
    expect(await press()).toMatchObject({
      ok: false,
      error: { name: 'PartnerRefused', message: 'Canary Moss Avery' },
    })
    const db = await consoleDb()
    const [audit, journal] = [
      await db.select().from(auditRecords),
      await db.select().from(writeOperations),
    ]
    expect(audit.length).toBeGreaterThan(0)
    expect(journal.length).toBeGreaterThan(0)
    expect(text({ audit, journal })).not.toContain('Canary')
  },
)
