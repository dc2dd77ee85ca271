import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { isDrug, isSupply } from '#lib/rules/codes/procedure-kinds.ts'
import { makeSchemaInstance } from './custom-schemas.ts'
import type { Names } from './names.ts'
import { outsideNpi } from './npis.ts'
import type { Clinic } from './organization.ts'
import { patientData, subscriberData, type SeedPatient } from './patients.ts'
import type { Random } from './random.ts'
import { usualModifiers, type Service } from './specialties.ts'

/** The values that all captures of one visit share. */
export type Visit = {
  date: LocalDate
  patient: SeedPatient
  clinic: Clinic
  facility: Clinic['facilities'][number]
  rendering: Clinic['staff'][number]
  /** True if the captures give the facility by its id instead of in full. */
  facilityById: boolean
}

type Services = readonly Service[]

/**
 * Draws a visit at an open facility of the patient's clinic, with a provider who still works there.
 */
export function makeVisit(
  random: Random,
  patient: SeedPatient,
  date: LocalDate,
  facilityById: boolean,
): Visit {
  const { clinic } = patient
  return {
    date,
    facilityById,
    patient,
    clinic,
    facility: random.pick(clinic.facilities.filter((facility) => facility.status === 'active')),
    rendering: random.pick(
      clinic.staff.filter((provider) => !provider.employment_termination_date),
    ),
  }
}

/**
 * Distributes the services of a visit over its captures, so that no two captures bill the same
 * line.
 */
export function dealServices(random: Random, clinic: Clinic, captures: number): Services[] {
  const order = [...clinic.specialty.services]
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = random.int(0, i)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  const each = Math.max(1, Math.floor(order.length / captures))
  return Array.from({ length: captures }, (_, i) =>
    order.slice(i * each, i * each + random.int(1, Math.min(3, each))),
  )
}

/** A ChargeCaptureData that passes all checks of bundling. */
export function makeVisitData(
  random: Random,
  names: Names,
  visit: Visit,
  services: Services,
): ChargeCaptureData {
  const { date, patient, clinic, facility, rendering } = visit
  const diagnoses = makeDiagnoses(random, clinic)
  const data: ChargeCaptureData = {
    date_of_service: date,
    patient: patientData(patient),
    responsible_party: patient.selfPay ? 'SELF_PAY' : 'INSURANCE_PAY',
    billable_status: 'BILLABLE',
    place_of_service_code: clinic.specialty.place,
    billing_provider: {
      organization_name: clinic.provider.organization_name,
      npi: clinic.npi,
      tax_id: clinic.provider.tax_id,
      taxonomy_code: clinic.provider.taxonomy_code,
      address: clinic.provider.addresses![0]!.address,
    },
    rendering_provider: {
      npi: rendering.npi,
      first_name: rendering.first_name,
      last_name: rendering.last_name,
      taxonomy_code: rendering.taxonomy_code,
    },
    ...(visit.facilityById
      ? { service_facility_id: facility.organization_service_facility_id }
      : {
          service_facility: {
            organization_name: facility.name,
            npi: facility.npi,
            address: facility.address,
          },
        }),
    diagnoses,
    service_lines: services.map((service) => makeLine(random, service, visit, diagnoses.length)),
    patient_authorized_release: true,
    benefits_assigned_to_provider: true,
    provider_accepts_assignment: true,
    synchronicity: clinic.specialty.place === '10' ? 'Synchronous' : null,
  }
  if (!patient.selfPay) data.subscriber_primary = subscriberData(patient)
  addExtras(random, names, data, visit)
  return data
}

function makeDiagnoses(random: Random, clinic: Clinic) {
  const first = random.int(0, clinic.specialty.diagnoses.length - 1)
  return Array.from({ length: random.int(1, 4) }, (_, i) => {
    const [code, name] =
      clinic.specialty.diagnoses[(first + i) % clinic.specialty.diagnoses.length]!
    return { code, name, code_type: i === 0 ? ('ABK' as const) : ('ABF' as const) }
  })
}

function makeLine(
  random: Random,
  [code, cents, units, usual, words]: Service,
  { date, clinic }: Visit,
  diagnosisCount: number,
) {
  const quantity = units === 'quarter-hour' ? String(random.int(1, 4)) : usual
  const { place } = clinic.specialty
  const pointers = Array.from({ length: random.int(1, Math.min(diagnosisCount, 4)) }, (_, i) => i)
  return {
    procedure_code: code,
    modifiers: random.pick(usualModifiers).filter((one) => fits(one, code, place)),
    quantity,
    units: 'UN' as const,
    // The charge is that of the whole line, not of one unit.
    charge_amount_cents: Math.round(cents * Number(quantity) * (0.9 + random.int(0, 4) / 20)),
    diagnosis_pointers: pointers,
    place_of_service_code: place,
    date_of_service: date,
    description: words,
    ...(isDrug(code) ? { drug_identification: makeDrug(random, words) } : {}),
  }
}

/** A modifier of a visit is not on a drug or supply, and one of telehealth not at another place. */
function fits(modifier: string, code: string, place: string): boolean {
  if (modifier === '25') return !isDrug(code) && !isSupply(code)
  return (modifier !== '95' && modifier !== 'GT') || place === '10'
}

function makeDrug(random: Random, words: string) {
  return {
    service_id_qualifier: 'N4' as const,
    national_drug_code: `0${random.digits(10)}`,
    national_drug_unit_count: String(random.int(1, 20)),
    measurement_unit_code: random.pick(['ML', 'UN'] as const),
    drug_description: words,
  }
}

const tags = ['telehealth', 'new-patient', 'needs-review', 'auto-coded', 'high-dollar', 'research']
const notes = [
  'Seen for follow up. Doing well on the present plan.',
  'New complaint today; exam and plan in the chart.',
  'Treatment continued without problems.',
  'Reviewed results with the patient; next visit in three months.',
]

function addExtras(
  random: Random,
  names: Names,
  data: ChargeCaptureData,
  { date, clinic, rendering, patient }: Visit,
): void {
  if (random.chance(0.25))
    data.tag_ids = random.chance(0.2)
      ? [random.pick(tags.slice(0, 3)), random.pick(tags.slice(3))]
      : [random.pick(tags)]
  if (random.chance(0.45)) {
    const author_name = `${rendering.first_name} ${rendering.last_name}`
    const note = {
      text: random.pick(notes),
      author_name,
      author_npi: rendering.npi,
      timestamp: `${date}T${random.int(10, 23)}:15:00Z`,
    }
    data.clinical_notes = [{ category: 'clinical', notes: [note] }]
  }
  if (random.chance(0.15)) data.supervising_provider = makeSupervisor(clinic)
  if (random.chance(0.2)) {
    const index = random.int(0, 80)
    data.referring_provider = {
      npi: outsideNpi(index),
      first_name: names.male[index % names.male.length],
      last_name: names.last[index % names.last.length],
    }
  }
  if (random.chance(0.08)) data.prior_authorization_number = `AUTH${random.digits(7)}`
  if (random.chance(0.05))
    data.billing_notes = [{ text: 'Checked with the front desk: cover is active.' }]
  if (random.chance(0.04)) data.schema_instances = [makeSchemaInstance(random)]
  if (random.chance(0.04))
    data.vitals = {
      height_in: random.int(55, 76),
      weight_lbs: random.int(90, 280),
      body_temperature_f: 98.6,
    }
  if (random.chance(0.03) && !patient.selfPay) data.billable_status = 'NOT_BILLABLE'
  // Members and values that the description does not know, as a newer partner could send them.
  if (random.chance(0.02))
    Object.assign(data, {
      partner_extension: { batch: random.int(1, 900), source_version: '7.2', flags: [null, true] },
    })
  // An outreach site: its place of service code is in use but not in the description, so that
  // clients meet such a code.
  if (random.chance(0.01)) moveTo(data, '27')
}

/** The clinic's longest-serving provider who still works there. */
function makeSupervisor(clinic: Clinic): NonNullable<ChargeCaptureData['supervising_provider']> {
  const { npi, first_name, last_name, taxonomy_code } = clinic.staff.find(
    (provider) => !provider.employment_termination_date,
  )!
  return { npi, first_name, last_name, taxonomy_code }
}

/** Moves a visit and its lines to another place of service. */
export function moveTo(data: ChargeCaptureData, place: string): void {
  data.place_of_service_code = place
  for (const line of data.service_lines ?? []) line.place_of_service_code = place
}
