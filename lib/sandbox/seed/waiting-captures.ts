import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import { coverageOn, uncovered } from '#lib/rules/coverage/coverage.ts'
import { waitingCategory } from '#lib/sandbox/bundling/bundled-capture.ts'
import type { NewCaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { NewContractRow } from '#lib/sandbox/db/contracts-schema.ts'
import { makeCaptureRow } from './capture-row.ts'
import type { ContractTools, FullBatch } from './contract-tools.ts'
import type { Clinic } from './organization.ts'
import { makePatient } from './patients.ts'
import { payerNames } from './payer-names.ts'
import type { SeedSpan } from './span-patterns.ts'
import { dealServices, makeVisitData } from './visit-data.ts'

const hour = 3_600_000
// The numbers of waiting captures begin here, so that a person can tell them from visits. If visits
// reach these numbers, `planWaiting` begins after them.
const usualNumber = 900_001
const usualPatient = 800_000

/**
 * The number of captures that wait to be bundled, and the first numbers of their external ids and
 * patients.
 */
export type WaitingPlan = { count: number; firstNumber: number; firstPatient: number }

/**
 * A plan with numbers that the visits do not use; `nextNumber` and `nextPatient` are the first
 * numbers after theirs.
 */
export function planWaiting(count: number, nextNumber: number, nextPatient: number): WaitingPlan {
  return {
    count,
    firstNumber: Math.max(usualNumber, nextNumber),
    firstPatient: Math.max(usualPatient, nextPatient),
  }
}

/**
 * Captures of the last weeks without a claim creation. Each is of a clinic and a payer with an
 * effective contract. Most rendering providers are covered on that day. A payer would deny the other
 * captures: the provider has no cover, the visit is in a state that the span does not include, or a
 * line is dated before the span.
 */
export function makeWaitingCaptures(
  tools: ContractTools,
  made: FullBatch,
  { count, firstNumber, firstPatient }: WaitingPlan,
): NewCaptureRow[] {
  const { random, names, organization, today, now } = tools
  const inForce = made.contracts.filter((contract) => isInForce(contract, today))
  const spans = {
    ...groupSpans(made.providerSpans, 'rendering_provider_id'),
    ...groupSpans(made.facilitySpans, 'service_facility_id'),
  }
  return Array.from({ length: count }, (_, i) => {
    // A few payers have most of the visits, as they have most of the charges.
    const contract = random.chance(0.6) ? random.pick(inForce.slice(0, 8)) : random.pick(inForce)
    const clinic = organization.clinics.find(
      ({ provider }) => provider.organization_provider_id === contract.contracting_provider_id,
    )!
    const place = organization.payers.findIndex((payer) => payer.payer_uuid === contract.payer_uuid)
    const patient = {
      ...makePatient(random, names, organization, today, firstPatient + i),
      clinic,
      payer: organization.payers[place]!,
      insurance_type: payerNames[place]![2],
      selfPay: false,
    }
    const date = addDays(today, -Math.max(1, random.int(0, 24)))
    const isCovered = (id: string) =>
      !uncovered.has(
        coverageOn(spans[keyOf(contract, id)] ?? [], date, { asOf: today, expiringDays: 0 }),
      )
    const rendering = preferred(
      tools,
      clinic.staff.filter((provider) => !provider.employment_termination_date),
      0.86,
      ({ organization_provider_id: id }) => isCovered(id),
    )
    const facility = preferred(
      tools,
      openFacilities(clinic),
      0.94,
      ({ organization_service_facility_id: id }) => isCovered(id),
    )
    const [services] = dealServices(random, clinic, 1)
    const visit = { date, patient, clinic, facility, rendering, facilityById: random.chance(0.1) }
    const data = {
      ...makeVisitData(random, names, visit, services!),
      billable_status: 'BILLABLE' as const,
    }
    const own = spans[keyOf(contract, rendering.organization_provider_id)] ?? []
    if (
      i % 2 === 0 &&
      own.some(
        ({ regions }) => regions?.includes('states') && contract.regions.includes('national'),
      )
    )
      moveAway(data, organization, clinic)
    if (i % 3 === 0)
      dateLastLineBefore(
        data,
        own
          .map(({ payer_loaded_date, start_date }) => payer_loaded_date && start_date)
          .find((start) => start && start > addDays(date, -200)),
      )
    const created_at = Math.min(
      Date.parse(`${date}T15:00:00Z`) + random.int(0, 40) * hour,
      now - random.int(1, 30) * hour,
    )
    return makeCaptureRow(random, tools.facilityNameOf, {
      data,
      category: waitingCategory,
      number: firstNumber + i,
      status: 'billable',
      patientId: patient.external_id,
      created_at,
    }).row
  })
}

/** Moves the visit to a clinic in another state. */
function moveAway(
  data: ChargeCaptureData,
  { clinics }: ContractTools['organization'],
  clinic: Clinic,
): void {
  const facility = clinics.find(({ town }) => town[1] !== clinic.town[1])!.facilities[0]!
  data.service_facility = {
    organization_name: facility.name,
    npi: facility.npi,
    address: facility.address,
  }
  delete data.service_facility_id
}

/** Dates the last of several lines on the day before coverage begins. */
function dateLastLineBefore(
  { service_lines: lines }: ChargeCaptureData,
  start: LocalDate | null | undefined,
): void {
  if (start && lines && lines.length > 1) lines.at(-1)!.date_of_service = addDays(start, -1)
}

/** True for an effective contract that began a month before the day and holds it. */
export function isInForce(
  { contract_status, effective_date, expiration_date }: NewContractRow,
  today: LocalDate,
): boolean {
  return (
    contract_status === 'effective' &&
    effective_date <= addDays(today, -30) &&
    (!expiration_date || expiration_date >= today)
  )
}

/** The sites of a clinic that are open. */
export function openFacilities({ facilities }: Clinic) {
  return facilities.filter((facility) => facility.status === 'active')
}

/**
 * Picks an item that passes the test, with this probability and if there is one. Otherwise picks
 * any item.
 */
function preferred<T>(
  { random }: ContractTools,
  all: readonly T[],
  probability: number,
  test: (one: T) => boolean,
): T {
  const good = random.chance(probability) ? all.filter(test) : []
  return random.pick(good.length > 0 ? good : all)
}

type Owned = SeedSpan & {
  id: string
  regions?: string
  contracting_provider_id: string
  payer_uuid: string
}

function groupSpans<Owner extends string>(
  spans: readonly (Partial<SeedSpan> & {
    id: string
    contracting_provider_id: string
    payer_uuid: string
  } & {
    [name in Owner]: string
  })[],
  owner: Owner,
): { [key: string]: Owned[] } {
  return Object.groupBy(
    spans as unknown as readonly (Owned & { [name in Owner]: string })[],
    (span) => keyOf(span, span[owner]),
  ) as { [key: string]: Owned[] }
}

function keyOf(
  { contracting_provider_id, payer_uuid }: { contracting_provider_id: string; payer_uuid: string },
  owner: string,
): string {
  return `${contracting_provider_id} ${payer_uuid} ${owner}`
}
