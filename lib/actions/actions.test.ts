import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { roles } from '#lib/console/accounts/permissions.ts'
import { auditRecords, session, user } from '#lib/console/schema.ts'
import { sendSessionCookie, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import type { Result } from '#lib/core/result.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { Pending } from './replies.ts'

type Action = (input: unknown) => Promise<Pending | Result<unknown>>
const own = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }
// An action that is missing here, or here only, has not been looked at: is its role below, and its input checked?
const known = [
  'activatePartnerConnection',
  'addContractProviders',
  'addPartnerConnection',
  'cancelCoverageBoard',
  'changePersonAccount',
  'claimSetup',
  'createChargeCapture',
  'createChargeCaptureFromPreEncounter',
  'createContractServiceFacility',
  'createContractV2',
  'createContractV3',
  'createEncounterFromPreEncounter',
  'createFacilitySpan',
  'createProviderSpan',
  'deleteContractV3',
  'deleteFacilitySpan',
  'deleteProviderSpan',
  'disablePartnerConnection',
  'endPersonSessions',
  'findAppointments',
  'findDiagnosisCodes',
  'findPatients',
  'findRosterProviders',
  'invitePerson',
  'joinByInvitation',
  'listContractFacilityCoverage',
  'listContractProviderCredentialing',
  'listContractProviders',
  'listCustomSchemas',
  'listOrganizationProviders',
  'listPayers',
  'listRenderingProviders',
  'listServiceFacilities',
  'readChargeCapture',
  'readChargeCaptureReasons',
  'readClaimCreation',
  'readContract',
  'readCoverageBoard',
  'readCoverageBoardCaptures',
  'readCoverageBoardCauses',
  'readCoverageBoardStanding',
  'readEncounter',
  'readFacilitySpan',
  'readInvitation',
  'readList',
  'readPreEncounter',
  'readProviderSpan',
  'readSameDay',
  'readSpanParty',
  'readSummary',
  'readUpdate',
  'readUpdates',
  'readView',
  'removeContractProviders',
  'resolveChargeCaptureChanges',
  'resolveClaimCreationError',
  'rotatePartnerKey',
  'saveChargeCapture',
  'saveFacilitySpan',
  'savePreferences',
  'saveProviderSpan',
  'saveView',
  'signOut',
  'startCoverageBoard',
  'testPartnerConnection',
  'updateContractServiceFacility',
  'updateContractV3',
  'withdrawPersonInvitation',
]
// These work without a session: one ends it, the others need the setup code or an invitation.
const openActions = ['signOut', 'claimSetup', 'joinByInvitation', 'readInvitation']
const folder = path.join(process.cwd(), 'lib/actions')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ file: path.join(folder, name), text: readFileSync(path.join(folder, name), 'utf8') }))
const actions: [name: string, action: Action][] = []
let partner: Awaited<ReturnType<typeof startTestPartner>>

beforeAll(async () => {
  partner = await startTestPartner((response) => sendJson(response, 200, { items: [{ id: 'c1' }], id: 'c1' }))
  for (const { file, text } of files) {
    if (!text.startsWith("'use server'")) continue
    const exported = (await import(file)) as Record<string, Action>
    actions.push(...Object.entries(exported))
  }
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})
beforeEach(() => {
  partner.seen.length = 0
  request.headers = new Headers(own)
  request.cookies.clear()
})

async function signInAs(role: string): Promise<void> {
  const db = await consoleDb()
  const [holder] = await db.select().from(user).limit(1)
  await db.update(user).set({ role, isDemo: true })
  const token = `token-${Math.random()}`
  await db.insert(session).values({ id: token, token, userId: holder!.id, expiresAt: new Date(Date.now() + 3_600_000) })
  await sendSessionCookie(token)
}

async function resultOf(action: Action, input: unknown): Promise<Result<unknown>> {
  const answer = await action(input)
  return 'reply' in answer ? (JSON.parse(await answer.reply) as Result<unknown>) : answer
}

async function namesOf(input: unknown): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const [name, action] of actions) {
    if (openActions.includes(name)) continue
    const result = await resultOf(action, input)
    names[name] = result.ok ? 'ok' : result.error.name
  }
  return names
}

test("the list of actions is complete, and each of their files begins with 'use server'", () => {
  expect(actions.map(([name]) => name).toSorted()).toEqual(known)
  // Next takes the directive below a comment too, but the tests here find it at the top alone.
  expect(files.filter(({ text }) => /^'use server'$/m.test(text) && !text.startsWith("'use server'"))).toEqual([])
})

test('every action refuses people who are not signed in, and nothing reaches the partner', async () => {
  for (const input of [undefined, {}, { id: 'c1' }])
    expect(new Set(Object.values(await namesOf(input)))).toEqual(new Set(['Unauthenticated']))
  expect(partner.seen).toEqual([])
})

test('every action refuses a request that did not come from our own page', async () => {
  await signInAs('admin')
  for (const headers of [
    { ...own, origin: 'https://evil.example' },
    { host: own.host },
    { ...own, 'sec-fetch-site': 'cross-site' },
    { ...own, origin: 'null', 'sec-fetch-site': 'cross-site' },
  ]) {
    request.headers = new Headers(headers)
    expect(new Set(Object.values(await namesOf({ id: 'c1' })))).toEqual(new Set(['ForeignOrigin']))
    for (const name of openActions)
      expect(await resultOf(actions.find(([each]) => each === name)![1], {})).toMatchObject({
        error: { name: 'ForeignOrigin' },
      })
  }
  expect(partner.seen).toEqual([])
})

test('an account without a role is refused every action', async () => {
  await signInAs('none')
  expect(new Set(Object.values(await namesOf({ id: 'c1' })))).toEqual(new Set(['Unauthenticated']))
})

// Contracts, rosters and spans are the work of credentialing staff.
const credentialingWrites = [
  'addContractProviders',
  'createContractServiceFacility',
  'createContractV2',
  'createContractV3',
  'createFacilitySpan',
  'createProviderSpan',
  'deleteContractV3',
  'deleteFacilitySpan',
  'deleteProviderSpan',
  'removeContractProviders',
  'saveFacilitySpan',
  'saveProviderSpan',
  'updateContractServiceFacility',
  'updateContractV3',
]

// Connections, their keys and accounts are an administrator's.
const adminTasks = [
  'activatePartnerConnection',
  'addPartnerConnection',
  'changePersonAccount',
  'disablePartnerConnection',
  'endPersonSessions',
  'invitePerson',
  'rotatePartnerKey',
  'testPartnerConnection',
  'withdrawPersonInvitation',
]

const refusedTo: Record<(typeof roles)[number], string[]> = {
  admin: [],
  biller: [...adminTasks, ...credentialingWrites],
  manager: [
    ...adminTasks,
    ...credentialingWrites,
    'createChargeCapture',
    'createChargeCaptureFromPreEncounter',
    'createEncounterFromPreEncounter',
    'findAppointments',
    'findPatients',
    'readPreEncounter',
    'resolveClaimCreationError',
    'saveChargeCapture',
  ],
  reader: [
    ...adminTasks,
    ...credentialingWrites,
    'cancelCoverageBoard',
    'createChargeCapture',
    'createChargeCaptureFromPreEncounter',
    'createEncounterFromPreEncounter',
    'findAppointments',
    'findPatients',
    'readPreEncounter',
    'resolveChargeCaptureChanges',
    'resolveClaimCreationError',
    'saveChargeCapture',
    'startCoverageBoard',
  ],
  credentialing: [
    ...adminTasks,
    'createChargeCapture',
    'createChargeCaptureFromPreEncounter',
    'createEncounterFromPreEncounter',
    'findAppointments',
    'findDiagnosisCodes',
    'findPatients',
    'listCustomSchemas',
    'readChargeCapture',
    'readChargeCaptureReasons',
    'readClaimCreation',
    'readCoverageBoardCaptures',
    'readEncounter',
    'readList',
    'readPreEncounter',
    'readSameDay',
    'readSummary',
    'readUpdate',
    'readUpdates',
    'resolveChargeCaptureChanges',
    'resolveClaimCreationError',
    'saveChargeCapture',
  ],
}

test.each(roles)('a %s is refused exactly what the role does not include', async (role) => {
  await signInAs(role)
  const names = await namesOf('nonsense')
  const refused = Object.keys(names).filter((name) => names[name] === 'Forbidden')
  expect(refused.toSorted()).toEqual(refusedTo[role].toSorted())
  // Everything else came as far as its input, which is no input at all.
  expect(new Set(Object.values(names).filter((name) => name !== 'Forbidden'))).toEqual(new Set(['InvalidInput']))
  expect(partner.seen).toEqual([])
})

test('a list is read by the partner’s parameter names, and the audit has who saw which rows', async () => {
  await signInAs('biller')
  const [, readList] = actions.find(([name]) => name === 'readList')!
  const input = {
    operation: 'listChargeCaptures',
    query: { tags: ['a', 'b'], limit: 5, tags_ranked_sort: ['c'] },
    position: 'token',
  }
  expect(await resultOf(readList, input)).toEqual({ ok: true, value: { rows: [{ id: 'c1' }], next: null, prev: null } })
  expect(partner.seen.map((entry) => entry.url)).toEqual([
    '/api/charge_captures/v1?limit=5&tags=a&tags=b&tags_ranked_sort=c&page_token=token',
  ])
  const [written] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(sql`id desc`)
    .limit(1)
  expect(written).toMatchObject({ operation: 'listChargeCaptures', stage: 'read', outcome: 'ok', recordIds: ['c1'] })
})

test('a parameter that the list does not have is refused, and so is a page beyond 1,000 rows', async () => {
  await signInAs('biller')
  const [, readList] = actions.find(([name]) => name === 'readList')!
  for (const query of [{ search_term: 'x' }, { page_token: 'x' }, { limit: 1001 }, { tags: 'a' }, { constructor: 1 }]) {
    expect(await resultOf(readList, { operation: 'listClaimCreations', query })).toMatchObject({
      error: { name: 'InvalidInput' },
    })
  }
  expect(partner.seen).toEqual([])
})

test('a role cannot open a view of a list that it may not read', async () => {
  await signInAs('biller')
  const [, saveView] = actions.find(([name]) => name === 'saveView')!
  const [, readView] = actions.find(([name]) => name === 'readView')!
  const saved = (await resultOf(saveView, {
    list: 'listChargeCaptures',
    view: { filters: { patient_names: ['Moss'] } },
  })) as { ok: true; value: { id: string } }
  const asked = { list: 'listChargeCaptures', id: saved.value.id }
  await signInAs('manager')
  expect(await resultOf(readView, asked)).toEqual({
    ok: true,
    value: { view: { filters: { patient_names: ['Moss'] } } },
  })
  await signInAs('credentialing')
  expect(await resultOf(readView, asked)).toMatchObject({ error: { name: 'EntityNotFoundError' } })
})

test('a view above 256 KB is refused with a message, and a removed view says why it is gone', async () => {
  await signInAs('biller')
  const [, saveView] = actions.find(([name]) => name === 'saveView')!
  const [, readView] = actions.find(([name]) => name === 'readView')!
  const given = (bytes: number) => ({ list: 'listChargeCaptures', view: { n: 'é'.repeat(bytes / 2 - 4) } })
  expect(await resultOf(saveView, given(256 * 1024))).toMatchObject({ ok: true })
  expect(await resultOf(saveView, given(256 * 1024 + 2))).toMatchObject({
    error: { name: 'InvalidInput', message: expect.stringMatching(/256 KB.*didn’t change\. Use fewer values\./) },
  })
  expect(await resultOf(readView, { list: 'listChargeCaptures', id: 'gone' })).toMatchObject({
    error: { name: 'EntityNotFoundError', message: expect.stringMatching(/90 days.*200 newer.*Set the filters again/) },
  })
})

test('an unexpected failure shows the person and the log only a digest', async () => {
  await signInAs('biller')
  const [, readChargeCapture] = actions.find(([name]) => name === 'readChargeCapture')!
  const input = {
    get id(): string {
      throw new Error('Moss Avery')
    },
  }
  const result = await resultOf(readChargeCapture, input)
  expect(JSON.stringify(result)).not.toContain('Moss')
  expect(result).toMatchObject({
    ok: false,
    error: {
      name: 'Unexpected',
      message: expect.stringMatching(/^Something went wrong \([0-9a-f]{12}\)\.$/),
    },
  })
})
