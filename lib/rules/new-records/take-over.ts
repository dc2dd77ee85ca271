import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { isLocalDate, localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import type { Registered } from './registered-person.ts'

/** Where a section of a new capture came from, and the local date that its values are of. */
export type TakenSource =
  | { kind: 'capture'; external_id: string; date: LocalDate | null }
  | { kind: 'registration'; date: LocalDate | null }

/** What a new capture took over from a patient's newest capture and from registration. */
export type TakenOver = {
  person: TakenSource
  /** The members of the person that newer registration changed. */
  changed: string[]
  /** Null where the capture has none. */
  coverage: TakenSource | null
  /** Of who pays, where one of the two says so. */
  responsible: TakenSource | null
  providers: TakenSource | null
  /** The number of coverages in registration, whose cards nobody can read there. */
  coverages: number | null
  /** The last visit's diagnoses: offered, never taken by themselves. */
  diagnoses: { code: string; code_type: string | null; name: string | null }[]
}

const subscribers = ['subscriber_primary', 'subscriber_secondary', 'subscriber_tertiary'] as const

/** The members of the data that belong to the person and the coverage of a visit. */
export const personMembers = ['patient', 'guarantor', ...subscribers, 'responsible_party'] as const

const placeMembers = [
  'billing_provider',
  'rendering_provider',
  'service_facility',
  'service_facility_id',
  'place_of_service_code',
] as const

// The patient is the subscriber.
const self = '18'

/**
 * The content of a new capture of a known patient: person, coverage, providers and place as of
 * `capture`, the newest of theirs, without anything of that visit. The person of registration
 * replaces that of an older capture, also where the patient is the subscriber; so does who is
 * responsible. Undefined without either source.
 */
export function takeOver(
  capture: JsonObject | undefined,
  registered: Registered | undefined,
  timeZone: string,
): { base: JsonObject; taken: TakenOver } | undefined {
  if (!capture && !registered) return undefined
  const data = objectOf(capture?.charge_capture_data)
  const seen = capture ? dateOf(capture, data) : undefined
  const noted = registered && dayOf(registered.updated_at, timeZone)
  const isNewer =
    registered !== undefined &&
    (capture === undefined || (noted !== undefined && (seen === undefined || noted > seen)))
  const carried = pick(data, [...personMembers, ...placeMembers])
  const patientId = textOf(capture?.patient_external_id) ?? registered?.mrn ?? undefined
  const next = isNewer ? withPerson(carried, registered, patientId) : carried
  const from: TakenSource | null = capture
    ? { kind: 'capture', external_id: textOf(capture.charge_external_id) ?? '', date: seen ?? null }
    : null
  const registration: TakenSource = { kind: 'registration', date: noted ?? null }
  const before = objectOf(data.patient)
  return {
    base: {
      ...(patientId === undefined ? {} : { patient_external_id: patientId }),
      data: next,
    },
    taken: {
      person: isNewer || !from ? registration : from,
      changed:
        isNewer && capture
          ? Object.keys(registered.person).filter(
              (name) => !sameJson(registered.person[name], before[name]),
            )
          : [],
      coverage: subscribers.some((name) => carried[name] !== undefined) ? from : null,
      responsible:
        isNewer && registered.responsible_party !== null
          ? registration
          : carried.responsible_party === undefined
            ? null
            : from,
      providers: placeMembers.some((name) => carried[name] !== undefined) ? from : null,
      coverages: registered?.coverages ?? null,
      diagnoses: itemsOf(data.diagnoses).flatMap(diagnosisOf),
    },
  }
}

/** What a stored draft says was taken over; undefined for any other JSON. */
export function readTaken(value: Json | undefined): TakenOver | undefined {
  if (!isJsonObject(value)) return undefined
  const person = sourceOf(value.person)
  if (!person) return undefined
  return {
    person,
    changed: itemsOf(value.changed).flatMap((name) => textOf(name) ?? []),
    coverage: sourceOf(value.coverage) ?? null,
    responsible: sourceOf(value.responsible) ?? null,
    providers: sourceOf(value.providers) ?? null,
    coverages: typeof value.coverages === 'number' ? value.coverages : null,
    diagnoses: itemsOf(value.diagnoses).flatMap(diagnosisOf),
  }
}

function withPerson(
  data: JsonObject,
  { person, responsible_party }: Registered,
  patientId: string | undefined,
): JsonObject {
  const id: JsonObject = patientId === undefined ? {} : { external_id: patientId }
  const next: JsonObject = { ...data, patient: { ...objectOf(data.patient), ...person, ...id } }
  for (const name of subscribers) {
    const subscriber = data[name]
    if (isJsonObject(subscriber) && subscriber.patient_relationship_to_subscriber_code === self)
      next[name] = { ...subscriber, ...pick(person, Object.keys(subscriber)) }
  }
  return responsible_party === null ? next : { ...next, responsible_party }
}

function diagnosisOf(item: unknown): TakenOver['diagnoses'] {
  const code = textOf(memberAt(item, 'code'))
  if (code === undefined) return []
  const text = (name: string) => textOf(memberAt(item, name)) ?? null
  return [{ code, code_type: text('code_type'), name: text('name') }]
}

function dateOf(capture: JsonObject, data: JsonObject): LocalDate | undefined {
  const [line] = itemsOf(data.service_lines)
  return [capture.date_of_service, data.date_of_service, memberAt(line, 'date_of_service')]
    .map(textOf)
    .find((date) => date !== undefined && isLocalDate(date))
}

function dayOf(instant: string | null, timeZone: string): LocalDate | undefined {
  const time = Date.parse(instant ?? '')
  return Number.isNaN(time) ? undefined : localDateAt(time, timeZone)
}

function sourceOf(value: Json | undefined): TakenSource | undefined {
  if (!isJsonObject(value)) return undefined
  const date = textOf(value.date) ?? null
  if (value.kind === 'registration') return { kind: 'registration', date }
  return value.kind === 'capture'
    ? { kind: 'capture', external_id: textOf(value.external_id) ?? '', date }
    : undefined
}

function pick(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = record[name]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value as Json) ? (value as JsonObject) : {}
}
