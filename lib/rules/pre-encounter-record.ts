import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'

/** A pre-encounter patient in one line, enough to tell patients apart. */
export type PatientLine = {
  id: string
  mrn: string | null
  name: string
  /** "Last, First". */
  sorted_name: string
  birth_date: string | null
  address: string | null
}

/**
 * A pre-encounter appointment in one line. `start_timestamp` is the partner's, with its time zone.
 */
export type AppointmentLine = {
  id: string
  patient_id: string
  start_timestamp: string
  status: string | null
  services: string[]
  minutes: number | null
}

/**
 * A member of the data that the records fill, with their value in words; null if they have none.
 */
export type RecordFill = { member: string; text: string | null }

/** The line of a patient record; undefined without an id, because nothing could refer to it. */
export function patientLine(record: Json | undefined): PatientLine | undefined {
  const id = textAt(record, 'id')
  if (id === undefined) return undefined
  return {
    id,
    mrn: textAt(record, 'mrn') ?? null,
    name: nameOf(record) ?? 'No name',
    sorted_name: sortedNameOf(record) ?? nameOf(record) ?? 'No name',
    birth_date: textAt(record, 'birth_date') ?? null,
    address: addressOf(valueAt(record, 'primary_address')) ?? null,
  }
}

/** The line of an appointment record; undefined without an id. */
export function appointmentLine(record: Json | undefined): AppointmentLine | undefined {
  const id = textAt(record, 'id')
  if (id === undefined) return undefined
  const minutes = valueAt(record, 'service_duration')
  return {
    id,
    patient_id: textAt(record, 'patient_id') ?? '',
    start_timestamp: textAt(record, 'start_timestamp') ?? '',
    status: textAt(record, 'status') ?? null,
    services: itemsAt(record, 'services').flatMap(
      (service) => textAt(service, 'universal_service_identifier') ?? [],
    ),
    minutes: typeof minutes === 'number' ? minutes : null,
  }
}

/**
 * The values that a patient and appointments have for the seven members that the partner fills. An
 * appointment's referring doctor comes before the patient's own referral. Coverages are only
 * referred to by id, so the text has their number.
 */
export function recordFills(patient: Json, appointments: readonly Json[]): RecordFill[] {
  const doctor = appointments
    .map((record) => valueAt(record, 'attending_doctor'))
    .find((each) => textAt(each, 'type') === 'REFERRING')
  const [referral] = itemsAt(patient, 'referrals')
  const coverages = itemsAt(valueAt(patient, 'filing_order'), 'coverages')
  const selfPay = valueAt(patient, 'self_pay')
  const fills: [member: string, text: string | undefined][] = [
    [
      'patient',
      join(
        nameOf(patient),
        birthDate(patient),
        sexOf(patient),
        addressOf(valueAt(patient, 'primary_address')),
        textAt(valueAt(patient, 'primary_telecom'), 'value'),
      ),
    ],
    [
      'subscriber_primary',
      coverages.length > 0 ? 'The first coverage of the filing order' : undefined,
    ],
    [
      'subscriber_secondary',
      coverages.length > 1 ? 'The second coverage of the filing order' : undefined,
    ],
    ['referring_provider', providerText(doctor ?? valueAt(referral, 'provider'))],
    ['referral_number', textAt(referral, 'referral_number')],
    [
      'responsible_party',
      selfPay === true
        ? 'The patient: the record says self-pay'
        : selfPay === false
          ? 'The insurance: the record says not self-pay'
          : undefined,
    ],
    [
      'guarantor',
      join(
        nameOf(valueAt(patient, 'guarantor')),
        birthDate(valueAt(patient, 'guarantor')),
        addressOf(valueAt(valueAt(patient, 'guarantor'), 'address')),
      ),
    ],
  ]
  return fills.map(([member, text]) => ({ member, text: text ?? null }))
}

function providerText(provider: Json | undefined): string | undefined {
  const npi = textAt(provider, 'npi')
  return join(nameOf(provider), npi && `NPI ${npi}`)
}

function nameOf(record: Json | undefined): string | undefined {
  const name = valueAt(record, 'name')
  const given = itemsAt(name, 'given').filter((part) => typeof part === 'string')
  return (
    [...given, textAt(name, 'family'), textAt(name, 'suffix')].filter(Boolean).join(' ') ||
    undefined
  )
}

function sortedNameOf(record: Json | undefined): string | undefined {
  const name = valueAt(record, 'name')
  const given = itemsAt(name, 'given').filter((part) => typeof part === 'string' && part !== '')
  const family = [textAt(name, 'family'), textAt(name, 'suffix')].filter(Boolean).join(' ')
  return family && given.length > 0 ? `${family}, ${given.join(' ')}` : undefined
}

function addressOf(address: Json | undefined): string | undefined {
  const lines = itemsAt(address, 'line').filter(
    (line) => typeof line === 'string' && line !== '',
  ) as string[]
  const region = [textAt(address, 'state'), textAt(address, 'postal_code')]
    .filter(Boolean)
    .join(' ')
  return [...lines, textAt(address, 'city'), region].filter(Boolean).join(', ') || undefined
}

function birthDate(record: Json | undefined): string | undefined {
  const date = textAt(record, 'birth_date')
  return date && `born ${formatLocalDate(date, { weekday: false })}`
}

function sexOf(record: Json): string | undefined {
  return textAt(record, 'biological_sex')?.toLowerCase()
}

function join(...parts: (string | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(' · ') || undefined
}

function valueAt(value: Json | undefined, member: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, member)
    ? (value as JsonObject)[member]
    : undefined
}

function textAt(value: Json | undefined, member: string): string | undefined {
  const found = valueAt(value, member)
  return typeof found === 'string' && found !== '' ? found : undefined
}

function itemsAt(value: Json | undefined, member: string): Json[] {
  const found = valueAt(value, member)
  return Array.isArray(found) ? found : []
}
