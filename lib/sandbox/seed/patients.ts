import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { Names } from './names.ts'
import { makeAddress, type Clinic, type Organization } from './organization.ts'
import { payerNames } from './payer-names.ts'
import type { Random } from './random.ts'

/** An invented patient with a clinic and coverage. */
export type SeedPatient = {
  external_id: string
  first_name: string
  last_name: string
  gender: 'female' | 'male' | 'other'
  date_of_birth: LocalDate
  address: ReturnType<typeof makeAddress>
  phone: string
  clinic: Clinic
  payer: Payer
  insurance_type: string
  member_id: string
  group_number: string
  selfPay: boolean
  /** Coverage of another person, a spouse or a parent. */
  holder:
    | {
        first_name: string
        last_name: string
        gender: 'female' | 'male'
        date_of_birth: LocalDate
        relationship: string
      }
    | undefined
}

/** Patient number `index`, counted from 0 ("PAT-0001"). */
export function makePatient(
  random: Random,
  names: Names,
  organization: Organization,
  today: LocalDate,
  index: number,
): SeedPatient {
  const isFemale = random.chance(0.52)
  // The first clinics have a third of the visits, as in an organisation with some large sites.
  const clinic = random.chance(0.3)
    ? organization.clinics[random.int(0, 7)]!
    : random.pick(organization.clinics)
  const place = random.int(0, payerNames.length - 1)
  const last_name = random.pick(names.last)
  const age = random.int(1, 92)
  return {
    external_id: `PAT-${String(index + 1).padStart(4, '0')}`,
    first_name: random.pick(isFemale ? names.female : names.male),
    last_name,
    gender: random.chance(0.01) ? 'other' : isFemale ? 'female' : 'male',
    date_of_birth: addDays(today, -(age * 365 + random.int(0, 364))),
    address: makeAddress(random, names, clinic.town),
    phone: `503555${random.digits(4)}`,
    clinic,
    payer: organization.payers[place]!,
    insurance_type: payerNames[place]![2],
    member_id: `${random.pick(['W', 'X', 'Q', 'M'])}${random.digits(9)}`,
    group_number: random.digits(6),
    selfPay: random.chance(0.06),
    holder:
      age < 19 || random.chance(0.12)
        ? makeHolder(random, names, today, last_name, age)
        : undefined,
  }
}

function makeHolder(
  random: Random,
  names: Names,
  today: LocalDate,
  last_name: string,
  age: number,
): SeedPatient['holder'] {
  const isFemale = random.chance(0.5)
  const holderAge = age < 19 ? random.int(28, 55) : Math.max(20, age + random.int(-8, 8))
  return {
    first_name: random.pick(isFemale ? names.female : names.male),
    last_name,
    gender: isFemale ? 'female' : 'male',
    date_of_birth: addDays(today, -(holderAge * 365 + random.int(0, 364))),
    relationship: age < 19 ? '19' : '01',
  }
}

/** The patient in the form of ChargeCaptureData. */
export function patientData(patient: SeedPatient) {
  const { first_name, last_name, gender, external_id, date_of_birth, address, phone } = patient
  return {
    first_name,
    last_name,
    gender,
    external_id,
    date_of_birth,
    address: { ...address },
    phone_numbers: [{ number: phone, type: 'Mobile' as const }],
    phone_consent: true,
  }
}

const mbiLetters = 'ACDEFGHJKMNPQRTUVWXY'

/**
 * The digits of a member id in the form that its payer gives its ids: that of Medicare's beneficiary
 * identifiers ("1EG4TE5MK73") for insurance type MB, else the id itself.
 */
export function idAtPayer(member_id: string, insurance_type: string): string {
  if (insurance_type !== 'MB') return member_id
  const digits = [...member_id.replaceAll(/\D/g, '')].map(Number)
  const form = ['9', 'A', 'A', '0', 'A', '0', '0', 'A', 'A', '0', '0']
  return form
    .map((kind, place) => {
      const digit = digits[place % digits.length]!
      if (kind === 'A') return mbiLetters[digit + place]
      return kind === '9' ? Math.max(1, digit) : digit
    })
    .join('')
}

/** The primary subscriber in the form of ChargeCaptureData. */
export function subscriberData(patient: SeedPatient) {
  const { payer, address, insurance_type } = patient
  // Medicare covers each person alone.
  const holder = insurance_type === 'MB' ? undefined : patient.holder
  const person = holder ?? patient
  return {
    first_name: person.first_name,
    last_name: person.last_name,
    gender: person.gender,
    date_of_birth: person.date_of_birth,
    address: { ...address },
    patient_relationship_to_subscriber_code: holder?.relationship ?? '18',
    insurance_card: {
      member_id: idAtPayer(patient.member_id, insurance_type),
      group_number: patient.group_number,
      payer_name: payer.payer_name,
      payer_id: payer.payer_id,
      plan_name: `${payer.payer_name} ${['Basic', 'Choice', 'Plus'][Number(patient.group_number[0]) % 3]}`,
      insurance_type,
    },
  }
}
