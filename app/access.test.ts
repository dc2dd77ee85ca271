import { ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { invite } from '#lib/console/accounts/people.ts'
import { acts, roles, type Role } from '#lib/acts/acts.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { createNamedView, storeView } from '#lib/console/accounts/views.ts'
import { resetStrangers, recordAudit } from '#lib/console/audit.ts'
import { addPart } from '#lib/console/code-lists.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { createBulkFix, keepStep, noteBulkJob, noTally } from '#lib/console/records/bulk-fixes.ts'
import { loadDraft, putDraft } from '#lib/console/records/drafts.ts'
import { noteOpen, openByOthers } from '#lib/console/records/open-records.ts'
import { auditRecords, invitations, jobItems, jobs, session, user } from '#lib/console/schema.ts'
import { sendSessionCookie, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Result } from '#lib/core/result.ts'
import { recordKinds } from '#lib/lists/activity.ts'
import { jobKinds } from '#lib/actions/jobs/kinds.ts'
import { fileColumns } from '#lib/lists/columns.ts'
import { columnsOfList } from '#lib/lists/columns/columns-of-list.ts'
import { exportListOf } from '#lib/lists/export-request.ts'
import { listOperations, pagedListOperations, partnerListOperations } from '#lib/lists/list-spec.ts'
import { viewListIds } from '#lib/lists/saved-views.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { draftTasks } from '#lib/rules/edit/draft-kinds.ts'
import {
  load,
  pages,
  routeHandlers,
  serverActions,
  type RouteHandler,
} from './entrances.testing.ts'

// What each entrance asks the permission table for, in order.
const asked = vi.hoisted(() => ({ tasks: [] as string[] }))
vi.mock('#lib/console/accounts/permissions.ts', async (original) => {
  const actual = await original<typeof import('#lib/console/accounts/permissions.ts')>()
  return {
    ...actual,
    may: (role: string, task: string) => {
      asked.tasks.push(task)
      return actual.may(role, task)
    },
  }
})
// `connection()` of the public pages waits for a request that a unit test does not have.
vi.mock('next/server', async (original) => ({
  ...(await original<object>()),
  connection: async () => {},
}))

const own = {
  host: '127.0.0.1:3000',
  origin: 'http://127.0.0.1:3000',
  'sec-fetch-site': 'same-origin',
}
const foreign: [name: string, headers: Record<string, string>][] = [
  ['a foreign Origin', { ...own, origin: 'https://evil.example' }],
  ['no Origin', { host: own.host, 'sec-fetch-site': 'same-origin' }],
  ['no Origin and no Sec-Fetch-Site', { host: own.host }],
  ['a cross-site Sec-Fetch-Site', { ...own, 'sec-fetch-site': 'cross-site' }],
  ['a same-site Sec-Fetch-Site', { ...own, 'sec-fetch-site': 'same-site' }],
  ['the Origin null of another site', { ...own, origin: 'null', 'sec-fetch-site': 'cross-site' }],
]

// These need no session: one ends it, one says whether the console serves, the others need a
// password, the setup code, an invitation or a token.
const openToAll = new Set([
  'claimSetup',
  'joinByInvitation',
  'choosePasswordByLink',
  'readInvitation',
  'GET /api/auth/[...all]',
  'POST /api/auth/[...all]',
  'GET /api/health',
  'GET /api/metrics',
  'GET /api/ready',
  'POST /api/sign-out',
  '/sign-in',
  '/setup',
  '/invitation',
])

/** What a request gets: `ok`, or the name of the failure; `value` is what it returns. */
type Outcome = { name: string; value?: unknown; message?: string }
/**
 * A way in with an input that is valid, so that only the caller decides. `form` names the input
 * where there are several.
 */
type Entrance = {
  name: string
  form: string
  screens: string[]
  ask: (input?: unknown) => Promise<Outcome>
}

let partner: Awaited<ReturnType<typeof startTestPartner>>
let caller: string
let other: string
let entrances: Entrance[]

beforeAll(async () => {
  partner = await startTestPartner((response) =>
    sendJson(response, 200, { items: [{ id: 'c1' }], id: 'c1' }),
  )
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
  const people = await (await consoleDb()).select().from(user).orderBy(user.email)
  caller = people.find(({ email }) => email === 'biller@demo.test')!.id
  other = people.find(({ email }) => email === 'manager@demo.test')!.id
  entrances = [...(await actionEntrances()), ...(await routeEntrances()), ...pageEntrances()]
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})
beforeEach(resetCaller)

function resetCaller(): void {
  partner.seen.length = 0
  request.headers = new Headers(own)
  request.cookies.clear()
}

const recordForms = Object.keys(recordKinds)

// One input for each action, or several by a name where the input decides what is asked for.
async function inputsOfActions(): Promise<Record<string, unknown>> {
  const connection = await activeConnection()
  const [invited] = await (await consoleDb()).select().from(invitations)
  const id = { id: 'c1' }
  const fresh = { operation_id: '' }
  const creation = { ...fresh, body: '{}' }
  const save = { id: 'c1', ...fresh, base: '{}', body: '{}' }
  const terms = { id: 'c1', ...fresh, base: '{}', wanted: '{}' }
  const removal = { ...fresh, id: 'c1' }
  const roster = { id: 'c1', ...fresh, rendering_provider_ids: ['p1'] }
  const job = { id: 'j1' }
  const queue = { view: 'causes', sort: 'money' } as const
  const views = await Promise.all(
    listOperations.map(async (list) => [list, { list, id: await storeView(list, '{}', other) }]),
  )
  const named = await Promise.all(
    viewListIds.map(async (list) => {
      const place = { list, connectionId: connection.id, ownerId: caller, isShared: true }
      const text = { name: `X ${randomId()}`, state: '{"view":{}}' }
      const { id: made } = await createNamedView(place, text, () => '/')
      return [list, { list, id: made }] as const
    }),
  )
  const contractView = named.find(([list]) => list === 'listContractsV3')![1]
  return {
    acknowledgeEmergency: { id: 'b1' },
    activatePartnerConnection: { id: connection.id },
    addContractProviders: roster,
    addPasskey: { name: 'X', response: { id: 'k1', response: {} } },
    addPartnerConnection: {
      name: 'Another',
      environment: 'local',
      base_url: partner.url,
      pre_encounter_url: '',
      auth_kind: 'api_key',
      key: 'another-key',
    },
    cancelCoverageBoard: job,
    cancelExpiringCheck: job,
    cancelJob: job,
    changeContractV2Providers: { ...fresh, id: 'c1', add: ['p1'], remove: [] },
    changeOwnName: { name: 'X' },
    changeOwnPassword: { current: 'x', next: 'x' },
    changePersonAccount: { id: other, role: 'admin' },
    closeOverpayment: {
      id: crypto.randomUUID(),
      closing: { how: 'none', note: 'Paid by case rate.' },
    },
    claimSetup: {
      code: 'x',
      name: 'X',
      email: 'x@x.test',
      password: 'a long password',
      time_zone: 'UTC',
    },
    confirmApp: { code: '000000' },
    countDrafts: {},
    countFollowUps: {},
    countSavedView: forms(named.map(([list, view]) => [list, view])),
    countCoverageRow: { ...job, payer_uuid: 'p1', provider_id: 'o1' },
    createChargeCapture: creation,
    createChargeCaptureFromPreEncounter: creation,
    createContractServiceFacility: {
      ...fresh,
      contract_id: 'c1',
      service_facility_id: 'f1',
      provider_ids: 'p1',
    },
    createContractV2: creation,
    createContractV3: creation,
    createEncounterFromPreEncounter: creation,
    createFacilitySpan: creation,
    createProviderSpan: creation,
    decideBulkFix: { ...id, is_approved: true, words: '' },
    deleteContractV2: removal,
    deleteContractV3: removal,
    deleteFacilitySpan: removal,
    deleteProviderSpan: removal,
    deleteSavedView: forms(named.map(([list, view]) => [list, view])),
    demandSecondFactor: { roles: [] },
    disablePartnerConnection: { id: connection.id, is_disabled: true },
    endEmergencyAccess: { id: 'b1' },
    endOwnSessions: { others: true, password: 'x' },
    endPersonSessions: { id: other },
    exportList: forms(
      [
        ...partnerListOperations.map((operation) => ({ operation, query: {} })),
        { operation: 'readQueue' as const, filter: queue },
        { operation: 'readUpdatesQueue' as const, filter: { sort: 'money' as const } },
        { operation: 'listContractProviders' as const, id: 'c1' },
        { operation: 'getContractV3' as const, id: 'c1' },
      ].map((request) => [
        request.operation,
        {
          request,
          columns: fileColumns(columnsOfList[exportListOf(request)]).map((column) => column.id),
        },
      ]),
    ),
    findAppointments: { patient_id: 'p1' },
    findDiagnosisCodes: { codes: [{ fiscal_year: 2026, code: 'E119' }] },
    findListedCodes: { procedures: ['G0463'], npis: [], drugs: [] },
    findPatients: { text: 'Moss' },
    findRosterProviders: { ids: ['p1'], npis: ['1234567893'] },
    invitePeople: { addresses: 'new@person.test', role: 'admin' },
    joinByInvitation: { token: 'x', name: 'X', password: 'a long password' },
    makePersonPasswordLink: id,
    exportAccessList: {},
    choosePasswordByLink: { token: 'x', password: 'a long password' },
    listContractFacilityCoverage: id,
    listContractProviderCredentialing: id,
    listContractProviders: id,
    listContractV2Providers: id,
    listCustomSchemas: {},
    suggestCaptureId: { day: '2026-01-02' },
    listOrganizationProviders: { query: { search_term: 'Moss' } },
    listPayers: { query: { search_term: 'Moss' } },
    listRenderingProviders: {},
    listExports: {},
    listSavedViews: {},
    listServiceFacilities: { query: { name: 'Moss' } },
    markQueue: { subjects: [{ claim_creation_id: 'c1' }], change: { priority: 'high' } },
    newRecoveryCodes: { password: 'x' },
    readBulkApprovals: {},
    readBulkFix: id,
    readBulkOutcome: id,
    readBulkRows: { ...id, from: 0, states: ['ready'] },
    readBulkValues: { of: { kind: 'fix', ...id } },
    nextInQueue: { filter: queue, passed: [] },
    placeListFile: { name: 'ccipra-v323r0-f1.txt', upload: await sentFile() },
    proposeForRows: {
      rows: [{ claim_creation_id: 'cc1', charge_capture_id: 'c1', names: ['status'] }],
    },
    proposeValues: { claim_creation_id: 'cc1', charge_capture_id: 'c1', names: ['status'] },
    readChargeCapture: id,
    readChargeCaptureReasons: id,
    readChecks: {},
    readClaimCreation: id,
    readCodeSets: {},
    readContract: id,
    readCoverageBoard: job,
    readCoverageBoardCaptures: job,
    readCoverageBoardCauses: { ...job, places: [0] },
    readCoverageBoardReprocess: { ...job, place: 0 },
    readCoverageBoardStanding: {},
    readEndingMarks: {},
    readExpiringStanding: {},
    readFollowUps: { kind: 'provider', ids: ['s1'] },
    readFollowUpsDue: { whose: 'all' },
    readPayerDays: { payer_uuid: 'p1' },
    readWhatExpires: { ...job, window: '90' },
    readEmergencyAlerts: {},
    readEncounter: id,
    readFacilitySpan: id,
    readFilingRules: { payers: [{ payer_id: 'p1', payer: 'Moss' }] },
    readInvitation: { token: 'x' },
    readJobItems: job,
    readJoin: { npi: '1234567893' },
    readJoinChoice: {},
    readJobs: forms(['own', 'all'].map((who) => [who, { who }])),
    // The queue has actions of its own.
    readList: forms(pagedListOperations.map((operation) => [operation, { operation, query: {} }])),
    readOpenedLately: {},
    readOverpayments: { position: 0 },
    readOverview: {},
    refreshOverview: {},
    readPayerRules: {},
    readPreEncounter: { patient_id: 'p1', appointment_ids: [] },
    startJoinPayers: { provider_id: 'p1', contract_ids: ['c1'], spans: [] },
    readProviderPage: { npi: '1234567893' },
    readStatusReport: { npi: '1234567893' },
    readProviderSpan: id,
    readQueue: queue,
    readQueueCounts: {},
    readQueueItems: { filter: queue, position: 0 },
    readRecordHistory: forms(recordForms.map((kind) => [kind, { kind, ids: ['c1'] }])),
    readResolvedUpdates: { position: 0 },
    readSameDay: { patient_external_id: 'p1', first_day: '2026-01-02', last_day: '2026-01-02' },
    readSpanParty: forms(
      ['provider', 'facility', 'payer'].map((kind) => [kind, { kind, id: crypto.randomUUID() }]),
    ),
    readSummary: {},
    readTeamWork: {},
    readUpdate: id,
    readUpdatesItems: { filter: { sort: 'money' }, position: 0 },
    readUpdatesQueue: { sort: 'money' },
    readView: forms(views as [string, unknown][]),
    pauseJob: job,
    refreshQueue: {},
    releaseTurn: id,
    removeContractProviders: roster,
    removePasskey: { id: 'k1', password: 'x' },
    renamePasskey: { id: 'k1', name: 'X' },
    resetPersonFactor: { id: other },
    resolveChargeCaptureChanges: {
      ...fresh,
      charge_capture_change_ids: ['c1'],
      claim_creation_ids: ['c1'],
      resolved: true,
    },
    resolveClaimCreationError: { ...fresh, error_id: 'e1', resolution_reason: 'Done.' },
    resolveManyErrors: { of: { error_ids: ['e1'] }, reason: 'not-billed', note: '' },
    resumeJob: job,
    retryJobItems: job,
    revealChange: forms(recordForms.map((kind) => [kind, { kind, ids: ['c1'], id: '1' }])),
    rotatePartnerKey: { id: connection.id, key: 'another-key' },
    saveChargeCapture: save,
    saveFacilitySpan: terms,
    saveFilingLimits: {
      rules: [{ payer_id: 'p1', payer: 'Moss', limits: { original: 90 }, source: 'Contract' }],
    },
    saveNamedView: forms([
      ...viewListIds.map((list): [string, unknown] => [
        list,
        { list, name: `X ${randomId()}`, state: { view: {} } },
      ]),
      [
        'shared',
        { list: 'listContractsV3', name: `X ${randomId()}`, state: { view: {} }, is_shared: true },
      ],
    ]),
    savePreferences: { density: 'compact' },
    saveProviderSpan: terms,
    saveView: forms(listOperations.map((list) => [list, { list, view: {} }])),
    sendCodeListPart: { upload: randomId(), at: 0, text: 'no list' },
    sendBulkFix: {
      ...(await undoneFix()),
      choice: { is_all: true, ids: [], billed: false },
      reason: '',
    },
    setDefaultView: { ...contractView, roles: ['biller'] },
    setRetention: { years: '7' },
    setTimeZone: { time_zone: 'UTC' },
    startApp: { password: 'x' },
    startBulkFix: {
      source: { kind: 'captures', ids: ['c1'] },
      change: { kind: 'clear', path: 'data.additional_information' },
    },
    startCoverageBoard: {},
    startExpiringCheck: {},
    logFollowUp: {
      span: { kind: 'provider', id: 's1' },
      operation_id: randomId(),
      asked: 'Dana Fox',
      missing: 'Face sheet',
    },
    closeFollowUp: { id: randomId(), is_done: true },
    markExpiring: { kind: 'contract', id: 'c1', ends: '2026-12-04', change: { owner_id: null } },
    startEmergencyAccess: { reason: 'Nobody else is here.' },
    startPasskey: { password: 'x' },
    proveMyself: { password: 'x' },
    removeContractServiceFacility: {
      ...fresh,
      contract_id: 'c1',
      contract_service_facility_id: 'f1',
    },
    steerBulkFix: { ...id, what: 'stop' },
    testPartnerConnection: { id: connection.id },
    turnOffApp: { password: 'x' },
    undoBulkFix: await sentFix(),
    unlockPersonAccount: { id: other },
    unlinkPersonSignOn: { id: other },
    updateContractServiceFacility: {
      ...fresh,
      contract_id: 'c1',
      contract_service_facility_id: 'f1',
      add: 'p1',
      remove: '',
    },
    updateContractV2: terms,
    updateContractV3: terms,
    withdrawPersonInvitation: { id: invited?.id ?? 'i1' },
  }
}

class Forms {
  readonly inputs: [string, unknown][]
  constructor(inputs: [string, unknown][]) {
    this.inputs = inputs
  }
}
function forms(inputs: [string, unknown][]): Forms {
  return new Forms(inputs)
}
function formsOf(given: unknown): [string, unknown][] {
  return given instanceof Forms ? given.inputs : [['', given]]
}

async function actionEntrances(): Promise<Entrance[]> {
  const account = { accountId: caller, connectionId: (await activeConnection()).id }
  await invite(account, [{ email: 'invited@person.test', role: 'reader' }])
  const inputs = await inputsOfActions()
  const actions = await serverActions()
  expect(
    actions.map(({ name }) => name),
    'every action has an input in inputsOfActions',
  ).toEqual(Object.keys(inputs).toSorted((a, b) => a.localeCompare(b)))
  return actions.flatMap(({ name, run, screens }) => {
    return formsOf(inputs[name]).map(([form, input]) => ({
      name,
      form,
      screens,
      ask: async (given = input) => {
        const sent = hasOperation(given) ? { ...given, operation_id: randomId() } : given
        const answer = (await run(sent)) as { reply: Promise<string> } | Result<unknown>
        return outcomeOf(
          'reply' in answer ? (JSON.parse(await answer.reply) as Result<unknown>) : answer,
        )
      },
    }))
  })
}

/**
 * A bulk fix of the caller that was read. It has no base of its capture, so that an undo ends at
 * once.
 */
async function readFix(): Promise<{ id: string }> {
  const owner = { accountId: caller, connection: await activeConnection() }
  const plan = {
    title: 'x',
    change: { kind: 'clear' as const, path: 'data.additional_information' },
    isRead: true,
    tally: noTally,
  }
  const id = await createBulkFix(owner, plan, [])
  const captures = [{ captureId: 'c1', state: 'ready' as const, row: '{}', base: null }]
  await keepStep(owner, { id, step: 0 }, { plan, captures, from: 0 })
  return { id }
}

/** The same, undone already: the job that sends it ends at once. */
async function undoneFix(): Promise<{ id: string }> {
  const { id } = await readFix()
  await noteBulkJob(await consoleDb(), id, { undoJobId: 'gone' })
  return { id }
}

/** A file that was sent whole: the job that reads it refuses it. */
async function sentFile(): Promise<string> {
  const upload = randomId()
  await addPart(upload, 0, 'no list')
  return upload
}

// The job of a fix that can be undone: it stays, while the jobs that entrances start are deleted.
const sentJob = 'sent'

/** The same, once a capture of it was sent. */
async function sentFix(): Promise<{ id: string }> {
  const connection = await activeConnection()
  const { id } = await readFix()
  const at = new Date()
  await (await consoleDb()).insert(jobs).values({
    id: sentJob,
    kind: 'bulk-fix',
    title: 'x',
    connection: connection.boundTo,
    connectionId: connection.id,
    accountId: caller,
    sealedInput: 'x',
    state: 'done',
    progress: { words: '', done: 1, total: 1 },
    startedAt: at,
    finishedAt: at,
    expiresAt: new Date(at.getTime() + 86_400_000),
  })
  await (await consoleDb()).insert(jobItems).values({
    jobId: sentJob,
    record: 'c1',
    position: 0,
    operationId: randomId(),
    state: 'verified',
  })
  await noteBulkJob(await consoleDb(), id, { jobId: sentJob })
  return { id }
}

// The server makes each write once, so each attempt needs an operation id of its own.
function hasOperation(input: unknown): input is object {
  return typeof input === 'object' && input !== null && 'operation_id' in input
}

function outcomeOf(result: Result<unknown>): Outcome {
  return result.ok
    ? { name: 'ok', value: result.value }
    : { name: result.error.name, message: result.error.message }
}

const tab = { kind: 'charge-capture', record: 'c1', tab: 'b'.repeat(32) }
// One body for each route, or several as for actions. The caller's id is known only once the
// console has started.
const bodies: Record<string, () => unknown> = {
  'GET /api/health': () => undefined,
  'GET /api/metrics': () => undefined,
  'GET /api/ready': () => undefined,
  'POST /api/activity': () => ({ account: caller, filters: {} }),
  // Only the identity provider's way back is open, and needs its state.
  'GET /api/auth/[...all]': () => undefined,
  'POST /api/auth/[...all]': () => ({ email: 'nobody@demo.test', password: 'wrong-password' }),
  'POST /api/drafts': () => draftForms((place) => place),
  'PUT /api/drafts': () =>
    draftForms((place) => ({ ...place, revision: 1, value: { base: '', edits: 'e' } })),
  'POST /api/exports': () => ({ account: caller, id: 'j1' }),
  'POST /api/jobs': () => ({ account: caller, id: 'j1' }),
  'POST /api/presence': () =>
    forms([
      ['open', { open: tab }],
      ['close', { close: tab }],
      ['partner', { partner: {} }],
    ]),
  'POST /api/sign-out': () => undefined,
  'POST /still-here': () => `${caller} `,
}

function draftForms(bodyOf: (place: object) => object): Forms {
  return forms(
    Object.keys(draftTasks).map((kind) => [
      kind,
      { account: caller, ...bodyOf({ kind, record: 'c1' }) },
    ]),
  )
}

async function routeEntrances(): Promise<Entrance[]> {
  const handlers = await routeHandlers()
  expect(handlers.map(({ name }) => name).toSorted(), 'every route has a body in bodies').toEqual(
    Object.keys(bodies).toSorted(),
  )
  return handlers.flatMap(({ name, address, method, run }) =>
    formsOf(bodies[name]!()).map(([form, body]) => ({
      name,
      form,
      screens: [],
      ask: (other = body) =>
        send(
          run,
          `http://127.0.0.1:3000${address.replace('[...all]', 'sign-in/email')}`,
          method,
          other,
        ),
    })),
  )
}

async function send(
  run: RouteHandler['run'],
  url: string,
  method: string,
  given: unknown,
): Promise<Outcome> {
  const headers = new Headers(request.headers)
  if (given !== undefined) headers.set('content-type', 'application/json')
  request.headers = headers
  const body =
    given === undefined ? null : typeof given === 'string' ? given : JSON.stringify(given)
  const reply = await run(
    new Request(url, { method, headers, ...(method === 'GET' ? {} : { body }) }),
  )
  const text = await reply.text()
  if (text.includes('"ok":')) return outcomeOf(JSON.parse(text) as Result<unknown>)
  return reply.status < 400 ? { name: 'ok', value: text } : { name: String(reply.status) }
}

/** The error by which Next leaves a page. */
const redirection = 'NEXT_REDIRECT'

// What the addresses of pages name, by the folder's name.
const params = { id: 'c1', list: 'mine', cause: 'abcdefghij0', npi: '1234567893' }

function pageEntrances(): Entrance[] {
  return pages().map(({ name, file, layouts }) => ({
    name,
    form: '',
    screens: [],
    ask: async () => {
      const props = {
        params: Promise.resolve(params),
        searchParams: Promise.resolve({}),
        children: null,
      }
      // Next draws a page also without its layouts, and beside them: each has to ask by itself.
      const parts: Drawn[] = []
      for (const part of [...layouts, file]) parts.push(await draw(part, props))
      const target = parts.find(({ to }) => to !== undefined)?.to
      // People are the rows that a page reads from the console's own database.
      const hasRows = parts.some(({ texts }) => texts.includes('manager@demo.test'))
      return {
        name: target === undefined ? 'ok' : `to ${target}`,
        ...(hasRows ? { value: parts } : {}),
      }
    },
  }))
}

/** The texts that a page hands to the browser, or where it sends the browser instead. */
type Drawn = { texts: string[]; to?: string }

async function draw(file: string, props: object): Promise<Drawn> {
  const { default: component } = (await load(file)) as unknown as {
    default: (given: object) => unknown
  }
  const texts: string[] = []
  try {
    await settle(await component(props), texts)
    return { texts }
  } catch (error) {
    const { digest = '' } = error as { digest?: string }
    if (!digest.startsWith(redirection)) throw error
    return { texts, to: digest.split(';')[2]!.split('?')[0]! }
  }
}

// Draws what the server draws of a page: async components, and every promise that is handed to the
// browser.
async function settle(drawn: unknown, texts: string[]): Promise<void> {
  if (drawn instanceof Promise) return settle(await drawn, texts)
  if (typeof drawn === 'string') texts.push(drawn)
  if (typeof drawn !== 'object' || drawn === null) return
  const { type, props } = drawn as { type?: unknown; props?: object }
  if (typeof type === 'function' && type.constructor.name === 'AsyncFunction')
    return settle((type as (given: object) => unknown)(props ?? {}), texts)
  for (const value of Object.values(props ?? drawn)) await settle(value, texts)
}

type Life = {
  role: string
  isDisabled?: boolean
  signedInAt?: number
  usedAt?: number
  endsAt?: number
}

/** Signs the caller in with an account of this role, and with a session of this age. */
async function signIn({ role, isDisabled = false, ...life }: Life): Promise<void> {
  const db = await consoleDb()
  const disabledAt = isDisabled ? new Date(0) : null
  await db
    .update(user)
    .set({ role, disabledAt, isDemo: true })
    .where(sql`id = ${caller}`)
  const token = `token-${randomId()}`
  const [createdAt, lastSeenAt] = [
    new Date(life.signedInAt ?? Date.now()),
    new Date(life.usedAt ?? Date.now()),
  ]
  const expiresAt = new Date(life.endsAt ?? Date.now() + 36_000_000)
  await db
    .insert(session)
    .values({ id: token, token, userId: caller, createdAt, lastSeenAt, expiresAt })
  await sendSessionCookie(token)
}

// Every row of the console but the trail itself, and but what a look at a session changes.
async function fingerprint(): Promise<string> {
  const db = await consoleDb()
  const { rows } = (await db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )) as unknown as { rows: { name: string }[] }
  const parts: string[] = []
  for (const { name } of rows.filter(
    (table) => !/^(audit|trail|sessions$|rate_limits$)/.test(table.name),
  )) {
    const text = sql.raw(
      `select '${name}' || count(*) || coalesce(md5(string_agg((to_jsonb(t) - 'last_seen_at')::text, '|' order by t::text)), '') as sum from "${name}" t`,
    )
    parts.push(((await db.execute(text)) as unknown as { rows: { sum: string }[] }).rows[0]!.sum)
  }
  return parts.join('\n')
}

// How many refusals the trail has more afterwards.
async function linesAnd(entrance: Entrance): Promise<[number, Outcome]> {
  const refused = async () =>
    (await consoleDb()).$count(auditRecords, sql`stage in ('refused', 'sign-in')`)
  // Each minute, the trail has 300 lines of callers without a session.
  resetStrangers()
  const before = await refused()
  const outcome = await entrance.ask()
  return [(await refused()) - before, outcome]
}

/**
 * Asks at each entrance, and answers what is wrong: another outcome than expected, something
 * returned, a call to the partner, a changed row, no line in the audit trail. A page that sends its
 * caller to sign in writes none.
 */
async function wrongAnswers(
  which: Entrance[],
  isExpected: (outcome: Outcome, entrance: Entrance) => boolean,
  sign: () => Promise<void>,
): Promise<string[]> {
  await sign()
  const before = await fingerprint()
  const wrong: string[] = []
  for (const entrance of which) {
    await sign()
    const [lines, outcome] = await linesAnd(entrance)
    const { name, form } = entrance
    if (lines !== (isPage(entrance) && outcome.name !== 'ok' ? 0 : 1))
      wrong.push(`${name} ${form}: ${lines} lines in the trail`)
    if (!isExpected(outcome, entrance))
      wrong.push(`${name} ${form}: ${outcome.name} ${outcome.message ?? ''}`)
    if (outcome.value !== undefined) wrong.push(`${name} ${form} returned something`)
    if (partner.seen.length > 0)
      wrong.push(`${name} ${form} called the partner ${partner.seen.length} times`)
    partner.seen.length = 0
  }
  if ((await fingerprint()) !== before) wrong.push('rows changed')
  return wrong
}

function closed(): Entrance[] {
  return entrances.filter(({ name }) => !openToAll.has(name))
}

// A page sends a person without a session to the sign-in. Everything else answers with a failure.
const signedOut = ({ name }: Outcome) => ['Unauthenticated', '401', 'to /sign-in'].includes(name)

test.each([
  ['has no session', async () => {}],
  ['has an invented session', () => sendSessionCookie('invented')],
  [
    'has a session without use for 15 minutes',
    () => signIn({ role: 'admin', usedAt: Date.now() - 15 * 60_000 - 1 }),
  ],
  [
    'has a session of 12 hours',
    () => signIn({ role: 'admin', signedInAt: Date.now() - 12 * 3_600_000 - 1 }),
  ],
  ['has a session that has ended', () => signIn({ role: 'admin', endsAt: Date.now() - 1 })],
  ['has no role', () => signIn({ role: 'none' })],
  ['has a disabled account', () => signIn({ role: 'admin', isDisabled: true })],
])('a caller who %s gets nothing from any action, route or page', async (_, sign) => {
  expect(await wrongAnswers(closed(), signedOut, sign)).toEqual([])
})

test.each(foreign)(
  'a request with %s gets nothing from any action or route',
  async (_, headers) => {
    await signIn({ role: 'admin' })
    request.headers = new Headers(headers)
    // Pages and the health answer nothing that another site's page could read, and change nothing.
    const posts = entrances.filter(({ name }) => !name.startsWith('/') && !name.startsWith('GET '))
    const isForeign = ({ name }: Outcome) => ['ForeignOrigin', '403'].includes(name)
    expect(await wrongAnswers(posts, isForeign, async () => {})).toEqual([])
  },
)

test('every action refuses an input of another shape', async () => {
  const actions = entrances
    .filter(({ name }) => /^[a-z]/.test(name))
    .map((entrance) => ({ ...entrance, ask: () => entrance.ask('nonsense') }))
  const isInvalid = ({ name }: Outcome) => name === 'InvalidInput'
  expect(await wrongAnswers(actions, isInvalid, () => signIn({ role: 'admin' }))).toEqual([])
})

/**
 * An entrance, the tasks that it asks of the permission table, and the kinds of jobs that it
 * starts.
 */
type Observed = Entrance & { needs: string[]; starts: string[] }
const refusals = ['Unauthenticated', 'Forbidden', 'ForeignOrigin']

let observed: Promise<Observed[]> | undefined

/** What each entrance asks for, seen once while an administrator uses it. */
function observe(): Promise<Observed[]> {
  observed ??= observeAll()
  return observed
}

async function observeAll(): Promise<Observed[]> {
  const found: Observed[] = []
  const db = await consoleDb()
  await db.delete(jobs).where(ne(jobs.id, sentJob))
  for (const entrance of entrances) {
    await signIn({ role: 'admin' })
    asked.tasks.length = 0
    const { name } = await entrance.ask()
    expect(refusals, entrance.name).not.toContain(name)
    // After the first, a page asks which of its buttons to offer.
    const tasks = [...new Set(asked.tasks)]
    const started = await db
      .delete(jobs)
      .where(sql`finished_at is not null and id <> ${sentJob}`)
      .returning()
    const starts = [...started, ...(await endedJobs())].map(({ kind }) => kind)
    // A job asks about its owner's emergency access while its entrance may still be answering.
    const needs = starts.length > 0 ? tasks.filter((task) => task !== 'breakGlass') : tasks
    found.push({ ...entrance, needs: isPage(entrance) ? tasks.slice(0, 1) : needs, starts })
  }
  partner.seen.length = 0
  return found
}

// A job works in the background: its calls must not count as those of the next entrance.
async function endedJobs(): Promise<{ kind: string }[]> {
  const db = await consoleDb()
  await vi.waitFor(
    async () =>
      expect(
        await db
          .select()
          .from(jobs)
          .where(sql`finished_at is null`),
      ).toEqual([]),
    60_000,
  )
  return db.delete(jobs).where(ne(jobs.id, sentJob)).returning()
}

function isPage({ name }: Entrance): boolean {
  return name.startsWith('/')
}

function mayAll(role: Role, needs: string[]): boolean {
  return needs.every((task) => may(role, task))
}

test.each(roles)(
  'the role %s gets what the permission table gives it, and nothing else',
  async (role) => {
    const all = await observe()
    // A page says that it is not for this role.
    const isRefused = ({ name }: Outcome, entrance: Entrance) =>
      isPage(entrance) || name === 'Forbidden'
    const refused = all.filter(({ needs }) => !mayAll(role, needs))
    expect(await wrongAnswers(refused, isRefused, () => signIn({ role }))).toEqual([])
    for (const { ask, name, form, starts } of all.filter(({ needs }) => mayAll(role, needs))) {
      await signIn({ role })
      expect(refusals, `${name} ${form}`).not.toContain((await ask()).name)
      if (starts.length > 0) await endedJobs()
    }
  },
)

test('ACCESS.md lists every action, route, page and job with its roles and screens', async () => {
  const all = await observe()
  // The console itself starts its upkeep; several entrances may start a job.
  const upkeep = jobKinds.flatMap(({ kind, everyMinute }) => (everyMinute ? [kind] : []))
  const started = new Set([...all.flatMap(({ starts }) => starts), ...upkeep])
  expect([...started].toSorted()).toEqual(jobKinds.map(({ kind }) => kind).toSorted())
  const actions = all.filter(({ name }) => /^[a-z]/.test(name))
  expect(
    actions.filter(({ screens }) => screens.length === 0).map(({ name }) => name),
    'no page uses',
  ).toEqual([])
  const formed = ({ name, form }: Observed) => (form === '' ? name : `${name} (${form})`)
  const text = [
    '# Who may do what',
    '',
    '`app/access.test.ts` makes this from the source and from what each entrance asks of `permissions.ts`. The test fails when an entrance is missing here or differs. `npx vitest run -u --config lib/commands/vitest.config.ts app/access` writes it anew: read the difference.',
    '',
    '## Server actions',
    '',
    ...tableOf(['Action', 'Screens'], actions, (row) => [formed(row), row.screens.join(', ')]),
    '',
    '## Routes',
    '',
    ...tableOf(
      ['Route'],
      all.filter(({ name }) => /^[A-Z]/.test(name)),
      (row) => [formed(row)],
    ),
    '',
    '## Pages',
    '',
    ...tableOf(['Page'], all.filter(isPage), ({ name }) => [name]),
    '',
    '## Jobs',
    '',
    ...tableOf(
      ['Job'],
      jobKinds.map(({ kind, task }) => ({ name: kind, needs: [task] })),
      ({ name }) => [name],
    ),
    '',
  ]
  await expect(text.join('\n')).toMatchFileSnapshot('../lib/console/accounts/ACCESS.md')
})

function tableOf<Of extends { name: string; needs: string[] }>(
  head: string[],
  rows: Of[],
  cells: (row: Of) => string[],
): string[] {
  const line = (parts: string[]) => `| ${parts.join(' | ')} |`
  const [first = '', ...rest] = head
  return [
    line([first, 'Task', ...roles, ...rest]),
    line(['---', '---', ...roles.map(() => ':-:'), ...rest.map(() => '---')]),
    ...rows.map((row) => {
      const [name = '', ...others] = cells(row)
      const isOpen = openToAll.has(row.name)
      const task = isOpen ? 'without a session' : row.needs.join(' and ') || 'a session'
      const marks = roles.map((role) => (mayAll(role, row.needs) ? '✓' : ''))
      return line([name, task, ...marks, ...others])
    }),
  ]
}

describe('what belongs to another account', () => {
  beforeEach(() => signIn({ role: 'admin' }))
  const entranceOf = (name: string) => entrances.find((entrance) => entrance.name === name)!

  test('a draft is neither returned, replaced nor dropped, also by a page that names the other account', async () => {
    const theirs = { accountId: other, connection: await activeConnection() }
    const place = { kind: 'contract', record: 'c1' } as const
    const message = { ...place, revision: 9, value: null }
    await putDraft(theirs, { ...place, revision: 7, value: { base: 'b', edits: 'theirs' } })
    expect(
      JSON.stringify(await entranceOf('POST /api/drafts').ask({ ...place, account: caller })),
    ).not.toContain('theirs')
    await entranceOf('PUT /api/drafts').ask({ ...message, account: caller })
    for (const [name, body] of [
      ['POST /api/drafts', place] as const,
      ['PUT /api/drafts', message] as const,
    ])
      expect(await entranceOf(name).ask({ ...body, account: other })).toMatchObject({
        name: 'Unauthenticated',
      })
    expect(await loadDraft(theirs, place)).toMatchObject({
      revision: 7,
      value: { edits: 'theirs' },
    })
  })

  test('an open tab stays open', async () => {
    const { id: connectionId } = await activeConnection()
    const place = { kind: 'charge-capture', record: 'c1', tab: 'b'.repeat(32) } as const
    const reading = { operation: 'getChargeCapture', stage: 'read', outcome: 'ok' } as const
    await recordAudit({ ...reading, recordIds: ['c1'], accountId: other, connectionId })
    await noteOpen({ ...place, accountId: other, connectionId }, true)
    await entranceOf('POST /api/presence').ask({ close: place })
    expect(await openByOthers({ ...place, accountId: caller, connectionId })).toHaveLength(1)
  })

  test('a job of another connection is neither read nor stopped', async () => {
    const db = await consoleDb()
    const at = new Date()
    const job = {
      id: 'j1',
      kind: 'coverage-board',
      title: 'Coverage check',
      accountId: other,
      sealedInput: '',
    }
    const place = { connection: 'https://another.example f', connectionId: 'another' }
    const progress = { words: '', done: 0, total: null }
    const times = { startedAt: at, expiresAt: new Date(Date.now() + 60_000) }
    await db.insert(jobs).values({ ...job, ...place, ...times, state: 'running', progress })
    await entranceOf('cancelCoverageBoard').ask()
    expect(await entranceOf('readCoverageBoard').ask()).toMatchObject({
      name: 'EntityNotFoundError',
    })
    expect(await entranceOf('readCoverageBoardCaptures').ask()).toMatchObject({
      name: 'EntityNotFoundError',
    })
    expect(await entranceOf('readCoverageBoardCauses').ask()).toMatchObject({
      value: [{ place: 0, causes: [] }],
    })
    expect(
      await db
        .select()
        .from(jobs)
        .where(sql`id = 'j1'`),
    ).toMatchObject([{ state: 'running', asked: null }])
    await db.delete(jobs).where(sql`id = 'j1'`)
  })
})

test('the activity has words for each entry that these attempts left', async () => {
  const found = await (
    await consoleDb()
  )
    .selectDistinct({ operation: auditRecords.operation })
    .from(auditRecords)
  const isWorded = (operation: string) =>
    operation.startsWith('/') || Object.hasOwn(acts, operation)
  expect(
    found.map(({ operation }) => operation).filter((operation) => !isWorded(operation)),
  ).toEqual([])
})
