import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { droppedStatuses } from '#lib/contract/codes/capture-statuses.ts'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { dryRunCategory } from '#lib/sandbox/bundling/evaluate.ts'
import type { FacilityNameOf } from '#lib/sandbox/db/capture-columns.ts'
import { makeCaptureRow, type SeedCapture } from './capture-row.ts'
import type { Fault } from './faults.ts'
import type { Names } from './names.ts'
import type { Organization } from './organization.ts'
import type { SeedPatient } from './patients.ts'
import type { Random } from './random.ts'
import type { Scenario } from './scenarios.ts'
import { setAt } from './set-at.ts'
import { dealServices, makeVisit, makeVisitData, moveTo } from './visit-data.ts'

/** The input for making visits. */
export type SeedTools = {
  random: Random
  names: Names
  organization: Organization
  today: LocalDate
  /** Epoch milliseconds; no capture is created later. */
  now: number
  facilityNameOf: FacilityNameOf
  drawFault: (mayRegroup: boolean) => Fault
}

export type VisitPlan = {
  scenario: Scenario
  patient: SeedPatient
  date: LocalDate
  count: number
  firstNumber: number
}

const hour = 3_600_000
const categories = [
  'office',
  'office',
  'office',
  'procedure',
  'telehealth',
  'infusion',
  'behavioral',
  '',
]

/** The captures of one visit for its scenario. */
export function makeVisitCaptures(tools: SeedTools, plan: VisitPlan): SeedCapture[] {
  const { random, names, now } = tools
  const { scenario, patient, count } = plan
  const date = scenario === 'held' ? addDays(tools.today, random.int(-3, 12)) : plan.date
  const facilityById = scenario !== 'in-error' && random.chance(0.05)
  const visit = makeVisit(random, patient, date, facilityById)
  const datas = dealServices(random, visit.clinic, count).map((services) =>
    makeVisitData(random, names, visit, services),
  )
  const isAhead = date >= tools.today
  for (const data of datas) {
    data.billable_status = datas[0]!.billable_status
    const place = datas[0]!.place_of_service_code
    if (place && place !== data.place_of_service_code) moveTo(data, place)
    if (isAhead) leaveOutFindings(data)
  }
  if (scenario === 'in-error') addFaults(tools, datas)
  if (scenario === 'not-started' || scenario === 'ungrouped')
    datas.forEach((data) => leaveOutGrouping(random, data))
  const category = scenario === 'dry-run' ? dryRunCategory : random.pick(categories)
  const visitAt = Date.parse(`${date}T15:00:00Z`)
  const afterVisit = visitAt + random.int(0, 40) * hour
  // Planned captures are created at the booking, up to three weeks before the visit, others after
  // it.
  const latest = now - random.int(1, scenario === 'held' ? 21 * 24 : 72) * hour
  const seen = Math.min(afterVisit, scenario === 'held' ? latest : Math.max(visitAt, latest))
  return datas.map((data, i) =>
    makeCaptureRow(random, tools.facilityNameOf, {
      data,
      category,
      number: plan.firstNumber + i,
      status: isAhead ? 'planned' : statusOf(random, scenario, i),
      patientId: patient.external_id,
      created_at: seen + i * 60_000,
    }),
  )
}

function statusOf(random: Random, scenario: Scenario, index: number): string {
  if (scenario === 'held') return index === 0 ? 'planned' : random.pick(['planned', 'billable'])
  if (scenario === 'ungrouped') return 'planned'
  if (scenario === 'unlinked') return random.pick(droppedStatuses)
  if (scenario === 'aborted') return random.pick(['aborted', 'aborted', 'entered-in-error'])
  return 'billable'
}

/** Removes notes and measurements, which a future visit does not have yet. */
function leaveOutFindings(data: ChargeCaptureData): void {
  delete data.clinical_notes
  delete data.vitals
}

function addFaults(tools: SeedTools, datas: ChargeCaptureData[]): void {
  const { random } = tools
  const faultCount = random.chance(0.72) ? 1 : random.int(2, 3)
  for (let i = 0; i < faultCount; i += 1) {
    const fault = tools.drawFault(datas.length === 1 && i === 0)
    fault.apply({ ...tools, data: random.pick(datas) })
  }
  const [first, second] = datas
  if (!second) return
  // Two captures of one visit that bill the same line or have different coverage.
  const clash = random.next()
  if (clash < 0.3)
    setAt(second, 'service_lines', [...second.service_lines!, { ...first!.service_lines![0] }])
  else if (clash < 0.5)
    setAt(second, 'subscriber_primary.insurance_card.member_id', `W${random.digits(9)}`)
}

/** Removes one of the values that captures are grouped by. */
function leaveOutGrouping(random: Random, data: ChargeCaptureData): void {
  const missing = random.int(0, 2)
  if (missing === 0) {
    setAt(data, 'service_facility', null)
    setAt(data, 'service_facility_id', undefined)
  } else if (missing === 1) setAt(data, 'billing_provider.npi', null)
  else {
    setAt(data, 'date_of_service', null)
    setAt(
      data,
      'service_lines',
      data.service_lines!.map((line) => ({ ...line, date_of_service: null })),
    )
  }
}
