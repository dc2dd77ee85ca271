import { beforeAll, expect, test, vi } from 'vitest'
import { recordAudit } from '#lib/console/audit.ts'
import { savePayerRules } from '#lib/console/queue/payer-rules.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { addDays } from '#lib/core/local-date.ts'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import type { Amount, Board } from '#lib/rules/coverage/board.ts'
import { countStates, standingOf } from '#lib/rules/coverage/standing.ts'
import {
  readFacilityCoverage,
  readProviderCoveragePage,
} from '#lib/actions/contracts/read-coverage.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { countRow } from './count-row.ts'
import {
  readBoard,
  readCaptures,
  readCauses,
  readReprocess,
  readStanding,
  startBoard,
} from './verbs.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import type { Result } from '#lib/core/result.ts'

// The board beside the partner's own lists, which this test walks with the published filters and
// counts by itself.

const world = startWorld({ captures: 900, contracts: 24 })
let context: ActionContext
let board: Board
let held: Awaited<ReturnType<typeof billBeforeLoad>>
let denied: Awaited<ReturnType<typeof denyBeforeLoad>>

const capturesAt = '/api/charge_captures/v1'

beforeAll(async () => {
  context = world.as.credentialing
  // Captures of this category wait for others of their visit, and have no claim until those come.
  for (const status of ['billable', 'billable', 'planned'])
    await world.sandbox.send(
      'POST',
      capturesAt,
      captureBody(
        { responsible_party: 'INSURANCE_PAY' },
        {
          ...waiting(`${status}-${Math.random()}`),
          status,
          claim_creation_category: 'awaiting-bundling',
        },
      ),
    )
  await submitWithoutStart()
  await contractAgain()
  held = await billBeforeLoad()
  denied = await denyBeforeLoad(held)
  board = (await checked()).board
})
// Everything that people see of a board, in an order of its own.
async function seen(id: string) {
  const board = valueOf(await readBoard({ id }, context))
  const places = board.rows.map(({ place }) => place)
  const causes = valueOf(await readCauses({ id, places }, context))
  const captures = []
  for (const { place, risk } of board.rows)
    if (risk.will.captures + risk.hold.captures + risk.may.captures > 0)
      captures.push(valueOf(await readCaptures({ id, place }, context)))
  const unjudged = valueOf(await readCaptures({ id }, context))
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  return {
    board,
    causes,
    captures,
    unjudged: { ...unjudged, captures: unjudged.captures.toSorted(byId) },
  }
}

// Checks the coverage as a person does, and waits for the result.
async function checked() {
  const before = valueOf(await readStanding({}, context)).done?.id
  await startBoard({}, context)
  const id = await vi.waitUntil(
    async () => {
      const { done } = valueOf(await readStanding({}, context))
      return done && done.id !== before ? done.id : undefined
    },
    { timeout: 60_000, interval: 100 },
  )
  return { id, ...(await seen(id)) }
}

const waiting = (external: string) => ({
  charge_external_id: external,
  patient_external_id: `PAT-${external}`,
})

type Listed = {
  contract_id: string
  type: string
  payer: { payer_uuid: string; payer_id: string }
  contracting_provider: { organization_provider_id: string; npi: string }
  provider_count: number
}
const effective = () => world.all<Listed>('/api/contracts/v3', { contract_status: 'effective' })

// Paperwork that was submitted without a start date: for one whose cover ended, and for one without
// any span.
async function submitWithoutStart(): Promise<void> {
  type OnRoster = {
    provider: { organization_provider_id: string }
    credentialing_spans: { end_date?: string | null; start_date?: string | null }[]
  }
  const today = dayNow()
  const wanted = { expired: 1, none: 1 }
  for (const { contract_id, payer, contracting_provider } of await effective()) {
    if (wanted.expired + wanted.none === 0) return
    const roster = await world.all<OnRoster>(
      `/api/contracts/v3/${contract_id}/providers/credentialing`,
      {},
    )
    for (const { provider, credentialing_spans: spans } of roster) {
      const kind = spans.length === 0 ? 'none' : 'expired'
      const isOver = spans.every(
        ({ start_date, end_date }) => start_date && end_date && end_date < today,
      )
      if (!isOver || wanted[kind] === 0) continue
      const sent = await world.sandbox.send('POST', '/api/provider-credentialing-span/v2', {
        rendering_provider_id: provider.organization_provider_id,
        contracting_provider_id: contracting_provider.organization_provider_id,
        payer_uuid: payer.payer_uuid,
        submitted_date: today,
        regions: { type: 'national' },
      })
      expect(sent.status, sent.text).toBe(200)
      wanted[kind] = 0
    }
  }
  expect(wanted).toEqual({ expired: 0, none: 0 })
}

// Second contracts of two pairs, with other providers; and facility spans of pairs whose contracts
// do not list the facility.
async function contractAgain(): Promise<void> {
  const contracts = await effective()
  const staff = await world.all<{ organization_provider_id: string }>(
    '/api/organization-providers/v3',
    {
      is_rendering: true,
    },
  )
  const facilities = await world.all<{ organization_service_facility_id: string }>(
    '/api/organization-service-facilities/v2',
    {},
  )
  for (const type of ['professional', 'institutional']) {
    const first = contracts.find((contract) => contract.type === type)!
    const pair = {
      contracting_provider_id: first.contracting_provider.organization_provider_id,
      payer_uuid: first.payer.payer_uuid,
    }
    const sent = await world.sandbox.send('POST', '/api/contracts/v3', {
      ...pair,
      type: 'professional',
      contract_type: 'professional',
      rendering_provider_ids: staff
        .slice(0, 12)
        .map((provider) => provider.organization_provider_id),
      effective_date: '2020-01-01',
      contract_status: 'effective',
      regions: { type: 'national' },
      commercial_insurance_types: { type: 'allApply' },
      medicare_insurance_types: { type: 'noneApply' },
      medicaid_insurance_types: { type: 'noneApply' },
    })
    expect(sent.status, sent.text).toBe(200)
  }
  // Of every kind of pair: institutional alone, professional alone, both.
  for (const { payer, contracting_provider } of contracts.slice(0, 8))
    await world.sandbox.send('POST', '/api/provider-credentialing-span/v2/facility', {
      contracting_provider_id: contracting_provider.organization_provider_id,
      payer_uuid: payer.payer_uuid,
      service_facility_id: facilities.at(-1)!.organization_service_facility_id,
      submitted_date: '2020-01-01',
      payer_loaded_date: '2020-01-01',
      start_date: '2020-01-01',
    })
}

// A clinic's first contract with a payer, whose limit the team entered. One provider of its roster has
// a span that the payer has not loaded, and three visits.
async function billBeforeLoad() {
  const today = dayNow()
  const [contracts, payers, staff] = await Promise.all([
    effective(),
    world.all<Listed['payer']>('/api/payers/v3', {}),
    world.all<{ organization_provider_id: string; npi: string }>('/api/organization-providers/v3', {
      is_rendering: true,
    }),
  ])
  const { contracting_provider } = contracts[0]!
  const payer = payers.find(
    ({ payer_uuid }) => !contracts.some((contract) => contract.payer.payer_uuid === payer_uuid),
  )!
  const [provider, supervisor] = staff as [(typeof staff)[0], (typeof staff)[0]]
  const party = {
    contracting_provider_id: contracting_provider.organization_provider_id,
    payer_uuid: payer.payer_uuid,
  }
  const send = async (path: string, body: object) => {
    const sent = await world.sandbox.send('POST', path, body)
    expect(sent.status, sent.text).toBe(200)
    return sent.json
  }
  await send('/api/contracts/v3', {
    ...party,
    type: 'professional',
    contract_type: 'professional',
    rendering_provider_ids: [
      provider.organization_provider_id,
      supervisor.organization_provider_id,
    ],
    effective_date: '2020-01-01',
    contract_status: 'effective',
    regions: { type: 'national' },
    commercial_insurance_types: { type: 'allApply' },
    medicare_insurance_types: { type: 'noneApply' },
    medicaid_insurance_types: { type: 'noneApply' },
  })
  const span = { ...party, regions: { type: 'national' }, submitted_date: addDays(today, -90) }
  const { provider_credentialing_span_id: span_id } = (await send(
    '/api/provider-credentialing-span/v2',
    {
      ...span,
      rendering_provider_id: provider.organization_provider_id,
      start_date: addDays(today, -60),
    },
  )) as { provider_credentialing_span_id: string }
  await send('/api/provider-credentialing-span/v2', {
    ...span,
    rendering_provider_id: supervisor.organization_provider_id,
    start_date: '2020-01-01',
    payer_loaded_date: addDays(today, -80),
  })
  const visit = async (name: string, cents: number, more: object = {}, plan_type = 'CI') => {
    const body = captureBody(
      {
        responsible_party: 'INSURANCE_PAY',
        date_of_service: addDays(today, -40),
        billing_provider: { npi: contracting_provider.npi, organization_name: 'Clinic' },
        rendering_provider: { npi: provider.npi, first_name: 'Rosa', last_name: 'Ek' },
        subscriber_primary: {
          insurance_card: {
            payer_id: payer.payer_id,
            payer_name: 'Payer',
            member_id: 'M1',
            plan_type,
          },
        },
        service_facility: undefined,
        service_lines: [
          { procedure_code: '99213', charge_amount_cents: cents, units: 'UN', quantity: '1' },
        ],
        ...more,
      },
      {
        ...waiting(`held-${name}`),
        status: name === 'planned' ? 'planned' : 'billable',
        claim_creation_category: 'awaiting-bundling',
      },
    )
    await send(capturesAt, body)
  }
  await visit('first', 12_000)
  await visit('second', 3_000)
  await visit('planned', 700)
  await visit('medicaid', 900, {}, 'MC')
  await visit('supervised', 50, {
    rendering_provider: { npi: '1234567893', first_name: 'Bo', last_name: 'Ek' },
    supervising_provider: { npi: supervisor.npi, first_name: 'Sam', last_name: 'Ek' },
  })
  await savePayerRules(context, [
    { payer_id: payer.payer_id, payer: 'Payer', limits: { original: 45 }, source: 'Contract' },
  ])
  return { payer, contracting_provider, provider, span_id, last_day: addDays(today, 5) }
}

type BilledVisit = {
  [member: string]: unknown
  patient: object
  billing_provider: object
  subscriber_primary: { insurance_card: object }
  service_lines: { date_of_service?: string }[]
}

type DeniedEncounter = {
  encounter_id: string
  date_of_service: string
  claims: {
    claim_id: string
    payer_claim_id: string | null
    eras: { check_date: string }[]
    service_lines: {
      charge_amount_cents?: number | null
      denial_reason?: { reason?: string | null } | null
    }[]
  }[]
}

// Claims of the same provider, which the payer denied today: two because cover was missing, one for
// another reason, and one of a day before the span.
async function denyBeforeLoad({ payer, contracting_provider, provider }: typeof held) {
  const today = dayNow()
  // A visit that billed, of the clinic, the provider and the payer.
  const { items } = (await world.sandbox.get(capturesAt, { claim_status: 'paid', limit: 1 }))
    .json as {
    items: { charge_capture_data: BilledVisit }[]
  }
  const {
    subscriber_secondary: _,
    subscriber_tertiary: __,
    external_id: ___,
    ...visit
  } = items[0]!.charge_capture_data
  const { date_of_service: ____, ...line } = visit.service_lines[0]!
  const deny = async (name: string, cents: number, days: number, denial_reason: string) => {
    const { insurance_card: card, ...subscriber } = visit.subscriber_primary
    const body = captureBody(
      {
        ...visit,
        patient: { ...visit.patient, external_id: `PAT-denied-${name}` },
        date_of_service: addDays(today, -days),
        billing_provider: { ...visit.billing_provider, npi: contracting_provider.npi },
        rendering_provider: { npi: provider.npi, first_name: 'Rosa', last_name: 'Ek' },
        subscriber_primary: {
          ...subscriber,
          insurance_card: {
            ...card,
            payer_id: payer.payer_id,
            payer_name: 'Payer',
            plan_type: 'CI',
          },
        },
        service_lines: [{ ...line, charge_amount_cents: cents, quantity: '1' }],
      },
      { ...waiting(`denied-${name}`), status: 'billable' },
    )
    const sent = await world.sandbox.send('POST', capturesAt, body)
    expect(sent.status, sent.text).toBe(200)
    const moved = await world.sandbox.send('POST', '/_sandbox/claims', {
      charge_external_id: body.charge_external_id,
      status: 'denied',
      denial_reason,
    })
    expect(moved.status, moved.text).toBe(200)
    return (moved.json as { encounter: DeniedEncounter }).encounter
  }
  return {
    credentialing: await deny('credentialing', 8_050, 20, 'Credentialing'),
    contract: await deny('contract', 4_100, 30, 'No Effective Contract'),
    other: await deny('other', 70_000, 20, 'Bundled'),
    early: await deny('early', 500_000, 75, 'Credentialing'),
  }
}

test('visits of a submitted span wait until it is loaded, with the last day to file; the other verdicts of the row are apart', async () => {
  const { payer, contracting_provider, last_day } = held
  const row = board.rows.find(
    (one) =>
      one.payer.uuid === payer.payer_uuid &&
      one.provider.id === contracting_provider.organization_provider_id,
  )!
  const none = { captures: 0, cents: 0 }
  expect(row.risk).toEqual({
    hold: { captures: 3, cents: 15_700, without_amount: 0, planned: { captures: 1, cents: 700 } },
    will: { captures: 1, cents: 900, without_amount: 0, planned: none },
    may: { captures: 1, cents: 50, without_amount: 0, planned: none },
  })
  const { id } = valueOf(await readStanding({}, context)).done!
  const [own] = valueOf(await readCauses({ id, places: [row.place] }, context))
  expect(own!.causes.map(({ state, cents, file_by }) => [state, cents, file_by])).toEqual(
    expect.arrayContaining([
      ['submitted', 15_700, last_day],
      ['other-line', 900, undefined],
      ['not-listed', 50, undefined],
    ]),
  )
  const { captures } = valueOf(await readCaptures({ id, place: row.place }, context))
  expect(
    captures
      .filter((capture) => 'verdict' in capture)
      .map(({ verdict, cents, file_by }) => [verdict, cents, file_by?.lastDay]),
  ).toEqual([
    ['hold', 12_000, last_day],
    ['hold', 3_000, last_day],
    ['will-deny', 900, undefined],
    ['hold', 700, last_day],
    ['may-deny', 50, undefined],
  ])
})

test('the sums of the board are those of the captures in no claim, by their status', async () => {
  expect(board.unread).toEqual([])
  type Capture = {
    status: string
    charge_capture_data: {
      billable_status?: string
      responsible_party?: string
      service_lines?: { charge_amount_cents?: number }[]
    }
  }
  const all = await world.all<Capture>(capturesAt, {
    exclude_charges_linked_to_claims: true,
  })
  const amountOf = (some: readonly Capture[]): Amount => ({
    captures: some.length,
    cents: some
      .flatMap(({ charge_capture_data: { service_lines = [] } }) => service_lines)
      .reduce((sum, { charge_amount_cents: cents = 0 }) => sum + cents, 0),
  })
  const isLive = ({ status, charge_capture_data: data }: Capture) =>
    (status === 'billable' || status === 'planned') && data.billable_status !== 'NOT_BILLABLE'
  const isSelfPay = ({ charge_capture_data: data }: Capture) =>
    data.responsible_party === 'SELF_PAY'
  const checked = all.filter((each) => isLive(each) && !isSelfPay(each))
  const planned = checked.filter(({ status }) => status === 'planned')
  expect(Math.min(planned.length, checked.length - planned.length)).toBeGreaterThan(0)
  expect(board.checked).toEqual({ ...amountOf(checked), planned: amountOf(planned) })
  expect(board.left_out).toEqual({
    not_to_bill: amountOf(all.filter((each) => !isLive(each))),
    self_pay: amountOf(all.filter((each) => isLive(each) && isSelfPay(each))),
    unknown: { captures: 0, cents: 0 },
  })
  expect(board.left_out.not_to_bill.captures).toBeGreaterThan(0)
  // Every capture is in one of the sums, and so is its money.
  const sums = [board.will_deny, board.hold, board.may_deny, board.fine, ...board.unjudged]
  const total = (read: (amount: Amount & { planned: Amount }) => number) =>
    sums.reduce((sum, each) => sum + read(each), 0)
  expect({
    captures: total(({ captures }) => captures),
    cents: total(({ cents }) => cents),
    planned: {
      captures: total((each) => each.planned.captures),
      cents: total((each) => each.planned.cents),
    },
  }).toEqual(board.checked)
})

async function everyRow(
  read: (
    asked: { id: string; position?: string },
    context: ActionContext,
  ) => Promise<Result<WalkPage<CoverageRow>>>,
  id: string,
): Promise<CoverageRow[]> {
  const rows: CoverageRow[] = []
  let position: string | undefined
  do {
    const page = await read({ id, ...(position !== undefined && { position }) }, context)
    if (!page.ok) throw new Error(page.error.message)
    rows.push(...page.value.rows)
    position = page.value.next ?? undefined
  } while (position !== undefined)
  return rows
}

test('a row of the board counts as the legends of the timelines of its contracts, also of several and also paperwork without a start date', async () => {
  const view = { asOf: board.as_of, expiringDays: 30 }
  // A provider or a facility of two contracts is one: their spans are of the payer and the
  // contracting provider.
  const legendOf = (rows: CoverageRow[]) => {
    const each = new Map(rows.map((row) => [row.id, row]))
    const { late: _, ...counts } = countStates(
      [...each.values()].map(({ spans }) => standingOf(spans, view)),
    )
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  }
  const keyOf = ({ payer, contracting_provider }: Listed) =>
    `${payer.payer_uuid} ${contracting_provider.organization_provider_id}`
  const pairs = Map.groupBy(await effective(), keyOf)
  const kinds = new Set(
    [...pairs.values()].map((some) =>
      some
        .map(({ type }) => type)
        .toSorted()
        .join(' '),
    ),
  )
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'institutional',
      'institutional professional',
      'professional',
      'professional professional',
    ]),
  )
  let submitted = 0
  let ofProfessional = 0
  for (const [key, contracts] of pairs) {
    const row = board.rows.find(({ payer, provider }) => `${payer.uuid} ${provider.id}` === key)!
    const rowsOf = async (read: typeof readFacilityCoverage) =>
      (await Promise.all(contracts.map(({ contract_id }) => everyRow(read, contract_id)))).flat()
    expect({ key, providers: row.providers, facilities: row.facilities }).toEqual({
      key,
      providers: legendOf(await rowsOf(readProviderCoveragePage)),
      facilities: legendOf(await rowsOf(readFacilityCoverage)),
    })
    submitted += row.providers.submitted ?? 0
    if (contracts.every(({ type }) => type === 'professional'))
      ofProfessional += Object.keys(row.facilities).length
  }
  expect(Math.min(submitted, ofProfessional)).toBeGreaterThan(0)
})

// Two visits of a provider who is on a roster without any span.
async function billWithoutSpan(): Promise<void> {
  for (const { contract_id, payer, contracting_provider } of await effective()) {
    const roster = await world.all<{ provider: { npi: string }; credentialing_spans: object[] }>(
      `/api/contracts/v3/${contract_id}/providers/credentialing`,
      {},
    )
    const bare = roster.find(({ credentialing_spans: spans }) => spans.length === 0)
    if (!bare) continue
    for (const name of ['first', 'second']) {
      const body = captureBody(
        {
          responsible_party: 'INSURANCE_PAY',
          billing_provider: { npi: contracting_provider.npi, organization_name: 'Clinic' },
          rendering_provider: { npi: bare.provider.npi, first_name: 'Rosa', last_name: 'Ek' },
          subscriber_primary: {
            insurance_card: { payer_id: payer.payer_id, payer_name: 'Payer', member_id: 'M1' },
          },
          service_facility: undefined,
        },
        {
          ...waiting(`bare-${name}`),
          status: 'billable',
          claim_creation_category: 'awaiting-bundling',
        },
      )
      const sent = await world.sandbox.send('POST', capturesAt, body)
      expect(sent.status, sent.text).toBe(200)
    }
    return
  }
  throw new Error('every provider on a roster has a span')
}

test('a row that is counted anew after a span was recorded has the figures of a whole new check, and the others stay', async () => {
  await billWithoutSpan()
  const first = await checked()
  const lacking = first.causes.flatMap(({ place, causes }) =>
    causes
      .filter(({ kind, state }) => kind === 'provider' && state !== 'not-listed')
      .map((cause) => ({ place, cause })),
  )
  const { place, cause } = lacking.toSorted((a, b) => b.cause.cents - a.cause.cents)[0]!
  const { payer, provider } = first.board.rows[place]!
  const pair = { payer_uuid: payer.uuid, provider_id: provider.id }
  const request = {
    rendering_provider_id: cause.id,
    contracting_provider_id: provider.id,
    payer_uuid: payer.uuid,
    regions: { type: 'national' },
    start_date: '2020-01-01',
    submitted_date: '2020-01-01',
    payer_loaded_date: '2020-01-01',
  }
  const sent = await world.sandbox.send('POST', '/api/provider-credentialing-span/v2', request)
  expect(sent.status, sent.text).toBe(200)
  await recordAudit({
    accountId: context.account.id,
    connectionId: world.connection.id,
    operation: 'createProviderCredentialingSpan',
    stage: 'outcome',
    outcome: 'ok',
    recordIds: ['s1'],
    change: { before: null, after: request },
  })
  expect(valueOf(await readStanding({}, context)).recorded).toMatchObject([
    { ...pair, is_counted: false },
  ])

  const asked = async () =>
    ((await world.sandbox.get('/_sandbox/requests')).json as { requests: { path: string }[] })
      .requests.length
  const before = await asked()
  const standing = valueOf(await countRow({ id: first.id, ...pair }, context))
  expect(standing).toMatchObject({
    job: { id: first.id },
    done: { id: first.id },
    recorded: [{ ...pair, is_counted: true }],
  })
  // Its contracts' rosters and its facility spans, and nothing of other pairs.
  const requests = (await asked()) - before
  expect([requests > 1, requests < 10], `${requests} requests`).toEqual([true, true])

  const anew = await seen(first.id)
  const [was, is] = [first.board.rows[place]!, anew.board.rows[place]!]
  expect(is.risk.will.cents).toBeLessThan(was.risk.will.cents)
  expect(is.counted_at).toBe(standing.done!.counted_at)
  expect(anew.board.rows.filter((row) => row.place !== place)).toEqual(
    first.board.rows.filter((row) => row.place !== place),
  )
  const { id: _, ...whole } = await checked()
  expect({
    ...anew,
    board: {
      ...anew.board,
      rows: anew.board.rows.map(({ counted_at: __, released: ___, ...row }) => row),
    },
  }).toEqual(whole)
})

test('once the payer has loaded the span, its captures are listed for release, and no other', async () => {
  const { payer, contracting_provider, span_id } = held
  const first = await checked()
  const pair = {
    payer_uuid: payer.payer_uuid,
    provider_id: contracting_provider.organization_provider_id,
  }
  const { place } = first.board.rows.find(
    (row) => row.payer.uuid === pair.payer_uuid && row.provider.id === pair.provider_id,
  )!
  const today = dayNow()
  const loaded = await world.sandbox.send(
    'PATCH',
    `/api/provider-credentialing-span/v2/${span_id}`,
    {
      payer_loaded_date: today,
    },
  )
  expect(loaded.status, loaded.text).toBe(200)
  valueOf(await countRow({ id: first.id, ...pair }, context))
  const row = valueOf(await readBoard({ id: first.id }, context)).rows[place]!
  expect(row.risk.hold.captures).toBe(0)
  expect(row.released).toEqual({
    captures: 3,
    cents: 15_700,
    planned: { captures: 1, cents: 700 },
  })
  const { captures, released } = valueOf(await readCaptures({ id: first.id, place }, context))
  expect(released.map(({ cents, isPlanned }) => [cents, isPlanned])).toEqual([
    [12_000, false],
    [3_000, false],
    [700, true],
  ])
  expect(captures.map(({ cents }) => cents)).toEqual([900, 50])

  // So are the claims of its days that the payer denied before, and no other.
  expect(first.board.rows[place]!.reprocess).toBeUndefined()
  expect(row.reprocess).toEqual({ claims: 2, cents: 12_150, without_amount: 0 })
  const { claims, total } = valueOf(await readReprocess({ id: first.id, place }, context))
  expect(total).toBe(2)
  const of = ({ encounter_id, claims: [claim] }: DeniedEncounter) => ({
    id: encounter_id,
    claim_id: claim!.claim_id,
    control_number: claim!.payer_claim_id,
    denied_on: claim!.eras[0]!.check_date,
    loaded_on: today,
    by: { way: 'corrected', lacks: 'limit', isUnconfirmed: false },
  })
  expect(claims.toSorted((a, b) => b.cents! - a.cents!)).toMatchObject([
    { ...of(denied.credentialing), cents: 8_050, reason: 'Credentialing' },
    { ...of(denied.contract), cents: 4_100, reason: 'No Effective Contract' },
  ])
  // A whole new check finds them too.
  expect((await checked()).board.rows[place]!.reprocess).toEqual(row.reprocess)
})

test('the denied claims are counted and summed as the partner’s own list has them', async () => {
  const { since, ...counted } = board.denied
  const all = [
    ...(await world.all<DeniedEncounter>('/api/encounters/v4', { claim_status: 'denied' })),
    ...(await world.all<DeniedEncounter>('/api/encounters/v4', {
      claim_status: 'finalized_denied',
    })),
  ].filter(({ date_of_service: date }) => date >= since!)
  const charges = all
    .flatMap(({ claims }) => claims)
    .map(({ service_lines: lines }) =>
      lines
        .filter(({ denial_reason: denial }) =>
          ['Credentialing', 'No Effective Contract'].includes(denial?.reason ?? ''),
        )
        .map(({ charge_amount_cents: cents }) => cents ?? 0),
    )
    .filter((lines) => lines.length > 0)
  expect(counted).toEqual({
    claims: charges.length,
    cents: charges.flat().reduce((sum, cents) => sum + cents, 0),
    without_amount: 0,
    unreadable: 0,
  })
  expect(counted.claims).toBeGreaterThan(3)
})

test('a row of a board of another day is counted with the whole board', async () => {
  const first = await checked()
  const { payer, provider } = first.board.rows[0]!
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 26 * 3_600_000 })
  try {
    const pair = { payer_uuid: payer.uuid, provider_id: provider.id }
    const { job, done } = valueOf(await countRow({ id: first.id, ...pair }, context))
    expect([job!.id === first.id, done!.id]).toEqual([false, first.id])
  } finally {
    vi.useRealTimers()
  }
})
