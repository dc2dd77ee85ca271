import { foldedWords } from '#lib/core/folded.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { ChargeCaptureRow } from './rows/rows.ts'

/** A pre-encounter patient as registration has them. */
export type RegisteredLine = {
  id: string
  mrn: string | null
  name: string
  /** "Last, First". */
  sorted_name: string
  birth_date: string | null
}

/** A person that a search found, once, whether in earlier captures, in registration or in both. */
export type KnownPatient = {
  key: string
  /** "Last, First" where a capture or registration says so. */
  name: string
  birthDate: string | undefined
  /** The patient external id; of registration alone the MRN. */
  patientId: string | undefined
  /** Of the captures that were found. */
  captures: number
  /** The newest of their dates of service that is not to come, a local date. */
  lastVisit: string | undefined
  /** The id of the pre-encounter patient. */
  registration: string | undefined
}

/**
 * The capture that a new one takes over from, of one patient's captures that come newest first: the
 * newest visit that was, otherwise one that is to come or has no date. An aborted one only where
 * there is no other. `today` is a local date.
 */
export function newestVisit(
  rows: readonly ChargeCaptureRow[],
  today: LocalDate,
): ChargeCaptureRow | undefined {
  const live = rows.filter(({ status }) => status !== 'aborted')
  const among = live.length > 0 ? live : rows
  return (
    among.find(
      ({ date_of_service }) => date_of_service !== undefined && date_of_service <= today,
    ) ?? among[0]
  )
}

/**
 * The persons of these captures, which come newest first, and of these pre-encounter patients. A
 * registered patient joins captures with the MRN as patient external id, otherwise those of the one
 * person with that name and birth date: between two such persons only a reader can decide. `today` is a local date.
 */
export function knownPatients(
  rows: readonly ChargeCaptureRow[],
  registered: readonly RegisteredLine[],
  today: LocalDate,
): KnownPatient[] {
  const byId = Map.groupBy(
    rows.filter(({ patient, patient_id }) => patient !== undefined && patient_id !== undefined),
    ({ patient_id }) => patient_id!, // those without are left out
  )
  const seen = [...byId].map(([patientId, visits]): KnownPatient => ({
    key: `capture ${patientId}`,
    name: visits[0]!.patient!,
    birthDate: visits.find(({ birth_date }) => birth_date !== undefined)?.birth_date,
    patientId,
    captures: visits.length,
    lastVisit: visits
      .flatMap(({ date_of_service }) => date_of_service ?? [])
      .filter((date) => date <= today)
      .toSorted()
      .at(-1),
    registration: undefined,
  }))
  const others: KnownPatient[] = []
  for (const line of registered) {
    const same = samePerson(line, seen)
    if (same) same.registration = line.id
    else
      others.push({
        key: `registration ${line.id}`,
        name: line.sorted_name,
        birthDate: line.birth_date ?? undefined,
        patientId: line.mrn ?? undefined,
        captures: 0,
        lastVisit: undefined,
        registration: line.id,
      })
  }
  return [...seen, ...others]
}

function samePerson(line: RegisteredLine, seen: readonly KnownPatient[]): KnownPatient | undefined {
  const free = seen.filter(({ registration }) => registration === undefined)
  const byMrn = free.find(({ patientId }) => line.mrn !== null && patientId === line.mrn)
  if (byMrn) return byMrn
  const alike = free.filter(
    ({ name, birthDate }) =>
      birthDate !== undefined &&
      birthDate === line.birth_date &&
      wordsOf(name) === wordsOf(line.name),
  )
  return alike.length === 1 ? alike[0] : undefined
}

// "Carter, Reggie" and "Reggie Carter" have the same words.
function wordsOf(name: string): string {
  return foldedWords(name).toSorted().join(' ')
}
