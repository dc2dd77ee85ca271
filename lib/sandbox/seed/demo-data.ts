import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import { bundleKey } from '#lib/sandbox/bundling/grouping.ts'
import { personName } from '#lib/sandbox/db/capture-columns.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import { type History, makeBundleRows } from './bundle-rows.ts'
import { type SeedCapture, toBundled } from './capture-row.ts'
import { generateContracts, networkFrom } from './contracts.ts'
import { customSchemas } from './custom-schemas.ts'
import { type RecordedPatient, makeEncounters } from './encounters.ts'
import { makeFaultDeck } from './faults.ts'
import { lookupsOf } from './lookups.ts'
import { makeNames } from './names.ts'
import { type Organization, makeOrganization } from './organization.ts'
import { makePatient } from './patients.ts'
import { makePreEncounter } from './pre-encounter.ts'
import { createRandom } from './random.ts'
import { scenarioRound } from './scenarios.ts'
import { type SeedTools, makeVisitCaptures } from './visit-captures.ts'
import { planWaiting } from './waiting-captures.ts'

export type DemoDataOptions = {
  /** The same seed, counts and day always give exactly the same data. */
  seed: number
  /** The exact number of captures. */
  captures: number
  /** Dates of service go back about 120 days from this day. */
  today: LocalDate
  /** The number of rendering providers; 600 by default. */
  providers?: number
  /** The number of contracts; 0 by default. */
  contracts?: number
}

const days = 120
const batchSize = 1000
const firstChargeNumber = 10_001
const preEncounterPatients = 200
const contractSeed = 3_000_017
const encounterSeed = 5_000_011
// There is one encounter from pre-encounter records for this many captures.
const capturesPerEncounter = 50
// One of this many captures waits to be bundled; smaller data sets have none.
const capturesPerWaiting = 17
const waitingFrom = 1_000

/**
 * Demo data as rows for the bulk load, the organisation's records first. Captures are made visit by
 * visit. Bundling evaluates their result (status, errors, merged input, encounter, claim), as if a
 * client had sent them.
 */
export function* generateDemoData(options: DemoDataOptions): Generator<DemoDataBatch> {
  const { seed, today } = options
  const waiting = countWaiting(options)
  const visits = options.captures - waiting
  const random = createRandom(seed)
  const names = makeNames(seed)
  const organization = makeOrganization(random, names, today, options.providers)
  const patients = Array.from({ length: Math.max(60, Math.ceil(visits * 0.3)) }, (_, i) =>
    makePatient(random, names, organization, today, i),
  )
  const insured = patients.filter((patient) => !patient.selfPay)
  const tools = makeTools(options, random, names, organization)
  const preEncounter = patients
    .slice(0, preEncounterPatients)
    .map((patient) => ({ patient, ...makePreEncounter(tools, patient) }))
  // Separate random generators: the visits of a seed are the same with and without encounters and
  // contracts.
  const own = (offset: number) => ({ ...tools, random: createRandom(seed + offset) })
  const withEncounters = preEncounter.slice(0, Math.floor(visits / capturesPerEncounter))
  yield {
    ...recordBatch(organization, preEncounter),
    ...makeEncounters(own(encounterSeed), withEncounters),
  }
  const plan =
    waiting > 0 ? planWaiting(waiting, firstChargeNumber + visits, patients.length) : undefined
  if (options.contracts) yield* generateContracts(own(contractSeed), options.contracts, plan)

  const lookups = lookupsOf(organization, today)
  const openKeys = new Set<string>()
  let batch = emptyBatch()
  let made = 0
  for (let visit = 0; made < visits; visit += 1) {
    const scenario = scenarioRound[visit % scenarioRound.length]!
    const pool = scenario === 'in-error' ? insured : patients
    const count = Math.min(drawCount(random.next()), visits - made)
    const date = addDays(today, -days + Math.floor((made / visits) * days))
    const captures = drawUnbundled(openKeys, () =>
      makeVisitCaptures(tools, {
        scenario,
        patient: random.pick(pool),
        date,
        count,
        firstNumber: firstChargeNumber + made,
      }),
    )
    made += count
    if (scenario !== 'unlinked' && scenario !== 'ungrouped') {
      // Captures without a complete group are evaluated one by one.
      const bundles = scenario === 'not-started' ? captures.map((capture) => [capture]) : [captures]
      for (const bundle of bundles)
        addRows(batch, makeBundleRows({ ...tools, lookups }, bundle, historyOf(visit)))
    }
    addRows(batch, { chargeCaptures: captures.map((capture) => capture.row) })
    if (batch.chargeCaptures.length >= batchSize) {
      yield batch
      batch = emptyBatch()
    }
  }
  if (batch.chargeCaptures.length > 0) yield batch
}

function countWaiting({ captures, contracts = 0 }: DemoDataOptions): number {
  return captures < waitingFrom || contracts < networkFrom
    ? 0
    : Math.floor(captures / capturesPerWaiting)
}

function makeTools(
  options: DemoDataOptions,
  random: SeedTools['random'],
  names: SeedTools['names'],
  organization: Organization,
): SeedTools {
  const facilityNames = new Map(
    organization.facilities.map((facility) => [
      facility.organization_service_facility_id,
      facility.name,
    ]),
  )
  const deck = makeFaultDeck(random)
  let used = 0
  return {
    random,
    names,
    organization,
    today: options.today,
    // The first instant of the day, so that no event is later than the sandbox's clock. ASSUMED:
    // demo-data-past
    now: Date.parse(`${options.today}T00:00:00Z`),
    facilityNameOf: (id) => facilityNames.get(id),
    drawFault: (mayRegroup) => {
      for (;;) {
        const fault = deck[used % deck.length]!
        used += 1
        if (mayRegroup || !fault.alone) return fault
      }
    },
  }
}

/** Draws a visit with a new group: two visits of one group would become one claim creation. */
function drawUnbundled(openKeys: Set<string>, draw: () => SeedCapture[]): SeedCapture[] {
  for (let attempt = 0; ; attempt += 1) {
    const captures = draw()
    const keys = captures.map((capture) => bundleKey(toBundled(capture)) ?? '').filter(Boolean)
    if (attempt < 50 && keys.some((key) => openKeys.has(key))) continue
    for (const key of keys) openKeys.add(key)
    return captures
  }
}

/** The number of captures of a visit, mostly one. */
function drawCount(chance: number): number {
  if (chance < 0.8) return 1
  return chance < 0.95 ? 2 : 3
}

/**
 * About 4 % of billed visits have changes after billing; some of these are resolved. Others were
 * corrected before.
 */
function historyOf(visit: number): History {
  if (visit % 25 === 7) return { lateChange: 'unresolved' }
  if (visit % 53 === 9) return { lateChange: 'resolved' }
  if (visit % 23 === 5) return { resolvedError: true }
  return visit % 9 === 4 ? { isCorrected: true } : {}
}

type VisitBatch = Required<
  Pick<
    DemoDataBatch,
    | 'claimCreations'
    | 'chargeCaptures'
    | 'claimCreationErrors'
    | 'chargeCaptureUpdates'
    | 'encounters'
    | 'claims'
  >
>

function emptyBatch(): VisitBatch {
  return {
    claimCreations: [],
    chargeCaptures: [],
    claimCreationErrors: [],
    chargeCaptureUpdates: [],
    encounters: [],
    claims: [],
  }
}

function addRows(batch: VisitBatch, rows: DemoDataBatch): void {
  for (const [table, added] of Object.entries(rows))
    (batch[table as keyof VisitBatch] as unknown[]).push(...(added as unknown[]))
}

function recordBatch(
  organization: Organization,
  preEncounter: readonly RecordedPatient[],
): DemoDataBatch {
  return {
    organizationProviders: organization.providers.map((provider) => ({
      id: provider.organization_provider_id,
      npi: provider.npi,
      is_rendering: provider.is_rendering,
      is_billing: provider.is_billing,
      name: personName(provider),
      body: JSON.stringify(provider),
    })),
    serviceFacilities: organization.facilities.map((facility) => ({
      id: facility.organization_service_facility_id,
      npi: facility.npi ?? '',
      name: facility.name,
      external_id: facility.external_id ?? '',
      place_of_service_code: facility.place_of_service_code ?? '',
      body: JSON.stringify(facility),
    })),
    payers: organization.payers.map((payer) => ({
      payer_uuid: payer.payer_uuid,
      payer_id: payer.payer_id,
      name: payer.payer_name,
      body: JSON.stringify(payer),
    })),
    customSchemas: customSchemas.map((schema) => ({ id: schema.id, body: JSON.stringify(schema) })),
    preEncounterPatients: preEncounter.map(({ record }) => record),
    preEncounterAppointments: preEncounter.flatMap((records) => records.appointments),
  }
}
