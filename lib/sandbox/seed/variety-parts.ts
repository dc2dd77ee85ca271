import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { type LocalDate, addDays, localDateAt } from '#lib/core/local-date.ts'
import { isDrug, isEquipment } from '#lib/rules/codes/procedure-kinds.ts'
import type { Names } from './names.ts'
import { outsideNpi } from './npis.ts'
import { plusFour, type Organization } from './organization.ts'
import { idAtPayer } from './patients.ts'
import { payerNames } from './payer-names.ts'
import type { Random } from './random.ts'

// The members that `withVariety` adds, made from a visit.

/** The records that additions take from. */
export type VarietyTools = { names: Names; organization: Organization }

/** A billed visit of one capture. */
export type BilledVisit = {
  data: ChargeCaptureData
  /** The number in the capture's external id; it alone determines what is added. */
  number: number
  /** True if the claim was sent to its payer. */
  isSent: boolean
  /** When its claim was made, in epoch milliseconds. */
  created_at: number
}

/** A visit while members are added to it. `age` is the patient's, in years. */
export type Adding = BilledVisit & VarietyTools & { random: Random; date: LocalDate; age: number }

/**
 * The patient's own coverage by another payer. `step` keeps the secondary and the tertiary payer
 * apart.
 */
export function subscriber({ data, random, organization }: Adding, step: number) {
  const primary = data.subscriber_primary!.insurance_card!
  const own = payerNames.findIndex(([, id]) => id === primary.payer_id)
  const place = (own + step) % payerNames.length
  const payer = organization.payers[place]!
  const { first_name, last_name, gender, date_of_birth, address } = data.patient!
  return {
    first_name,
    last_name,
    gender,
    date_of_birth,
    address,
    patient_relationship_to_subscriber_code: '18' as const,
    insurance_card: {
      member_id: idAtPayer(`S${random.digits(9)}`, payerNames[place]![2]),
      group_number: random.digits(6),
      payer_name: payer.payer_name,
      payer_id: payer.payer_id,
      plan_name: `${payer.payer_name} Supplement`,
      insurance_type: payerNames[place]![2],
    },
  }
}

/**
 * The primary card with all that a scan of it gives. Medicare pays for equipment only with the NPI
 * of the provider who ordered it.
 */
export function richCard(visit: Adding): Partial<ChargeCaptureData> {
  const { data, random, number } = visit
  const cover = data.subscriber_primary!
  const card = cover.insurance_card!
  const government: Record<string, string> = { MB: 'MB', MC: 'MC', HM: 'HM', HN: '16' }
  const plan_type = government[String(card.insurance_type)] ?? random.pick(['12', '13', 'CI'])
  return {
    ...(plan_type === 'MB' && {
      service_lines: data.service_lines!.map((line) =>
        isEquipment(String(line.procedure_code))
          ? { ...line, ordering_provider: outside(visit, 90) }
          : line,
      ),
    }),
    subscriber_primary: {
      ...cover,
      insurance_card: {
        ...card,
        // With the type of workers' compensation the visit would have to be the claim of an injury,
        // which these are not.
        ...(card.insurance_type !== 'WC' && { plan_type }),
        rx_bin: random.digits(6),
        rx_pcn: `PCN${random.digits(3)}`,
        image_url_front: `https://ehr.example/cards/${number}-front.png`,
        image_url_back: `https://ehr.example/cards/${number}-back.png`,
        emr_payer_crosswalk: random.pick(['HEALTHIE', 'CANVAS', 'WAYSTAR'] as const),
        payer_plan_group_id: random.uuid(),
        payer_plan_group_name: `Group ${card.group_number}`,
        payer_address: {
          address1: `${random.int(100, 9900)} Claims Way`,
          city: 'Salem',
          state: 'OR',
          zip_code: '97301',
          zip_plus_four_code: plusFour(random),
        },
      },
    },
  }
}

/** The subscriber of a minor, otherwise the patient. */
export function guarantorOf({
  patient,
  subscriber_primary: cover,
}: ChargeCaptureData): NonNullable<ChargeCaptureData['guarantor']> {
  const isWard = cover?.patient_relationship_to_subscriber_code === '19'
  const { first_name, last_name, date_of_birth } = isWard ? cover : patient!
  return {
    first_name,
    last_name,
    date_of_birth,
    external_id: patient!.external_id,
    address: patient!.address,
    phone_numbers: patient!.phone_numbers,
    phone_consent: true,
  }
}

/**
 * A visit that the hospital bills: every line has a revenue code, and the diagnoses say if they
 * were present on admission.
 */
export function institutional({ data, random }: Adding): Partial<ChargeCaptureData> {
  return {
    service_lines: data.service_lines!.map((line) => ({
      ...line,
      revenue_code: isDrug(String(line.procedure_code))
        ? '0636'
        : random.pick(['0335', '0260', '0510']),
    })),
    diagnoses: data.diagnoses!.map((diagnosis, i) => ({
      ...diagnosis,
      present_on_admission_indicator:
        i === 0
          ? ('YES' as const)
          : random.pick(['YES', 'NO', 'UNKNOWN', 'NOT_APPLICABLE'] as const),
    })),
  }
}

/** A stay in the hospital around the visit. The patient had left when the claim was made. */
export function inpatient({ data, random, date, created_at }: Adding): Partial<ChargeCaptureData> {
  const made = localDateAt(created_at, 'UTC')
  const left = addDays(date, random.int(0, 2))
  return {
    place_of_service_code: '21',
    service_lines: data.service_lines!.map((line) => ({ ...line, place_of_service_code: '21' })),
    admission_date: addDays(date, -random.int(0, 2)),
    discharge_date: left < made ? left : date,
  }
}

/** Tags for what is unusual about a visit. */
export function marksOf(data: ChargeCaptureData): string[] {
  const marks = {
    cob: data.subscriber_secondary,
    accident: data.accident_date,
    'hospital-outpatient':
      data.place_of_service_code === '22' && data.service_lines![0]!.revenue_code,
    epsdt: data.epsdt_referral,
    'submitted-elsewhere': data.external_claim_submission,
  }
  return Object.entries(marks).flatMap(([tag, has]) => (has ? [tag] : []))
}

/** The lines with more members on the first one. */
export function onFirstLine({ service_lines: lines }: ChargeCaptureData, members: object) {
  return lines!.map((line, i) => (i === 0 ? { ...line, ...members } : line))
}

/** A provider of another organization. */
export function outside({ names, random }: Adding, from: number) {
  const index = from + random.int(0, 29)
  return {
    npi: outsideNpi(index),
    first_name: names.female[index % names.female.length]!,
    last_name: names.last[(index * 3) % names.last.length]!,
  }
}

// RxNorm's concept numbers are public.
const medications = [
  {
    name: 'Metformin',
    rx_cui: '6809',
    dosage: '500 mg',
    dosage_form: 'tablet',
    frequency: 'twice a day',
    as_needed: false,
  },
  {
    name: 'Lisinopril',
    rx_cui: '29046',
    dosage: '10 mg',
    dosage_form: 'tablet',
    frequency: 'once a day',
    as_needed: false,
  },
  {
    name: 'Atorvastatin',
    rx_cui: '83367',
    dosage: '20 mg',
    dosage_form: 'tablet',
    frequency: 'at night',
    as_needed: false,
  },
  {
    name: 'Ibuprofen',
    rx_cui: '5640',
    dosage: '400 mg',
    dosage_form: 'tablet',
    frequency: 'every 8 hours',
    as_needed: true,
  },
]

/** One or two medications. */
export function medicationsOf(random: Random) {
  const first = random.int(0, medications.length - 1)
  return Array.from(
    { length: random.int(1, 2) },
    (_, i) => medications[(first + i) % medications.length]!,
  )
}

/** Interventions of several categories. */
export const interventions: NonNullable<ChargeCaptureData['interventions']> = [
  {
    name: 'Less salt',
    category: 'lifestyle',
    description: 'Under two grams of sodium a day.',
    labs: [],
  },
  {
    name: 'Blood lipids',
    category: 'tests',
    labs: [{ name: 'Lipid panel', code: '303756', code_type: 'labcorp' }],
  },
  { name: 'Pain relief', category: 'allopathic', medication: medications[3]!, labs: [] },
]

/** The patient's answers about each kind of history. */
export const histories: NonNullable<ChargeCaptureData['patient_histories']> = [
  history(
    'present_illness',
    'When did it begin?',
    'About two weeks ago.',
    'Did it begin suddenly?',
    'No.',
  ),
  history('medical', 'Earlier operations?', 'One.', 'Which and when?', 'Appendix, many years ago.'),
  history('family', 'Illnesses in the family?', 'High blood pressure.', 'Who?', 'One parent.'),
  history('social', 'Do you smoke?', 'Not any more.', 'Since when?', 'Five years ago.'),
]

function history(
  category: 'present_illness' | 'medical' | 'family' | 'social',
  text: string,
  response: string,
  further: string,
  answer: string,
) {
  const follow_ups = [{ id: `${category}-1-1`, text: further, response: answer }]
  return {
    category,
    questions: [{ id: `${category}-1`, text, responses: [{ response, follow_ups }] }],
  }
}
