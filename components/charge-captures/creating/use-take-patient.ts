'use client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pageToday, pageZone } from '#components/frame/page-day.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import { chargeCaptureQuery, listQuery, preEncounterQuery } from '#lib/queries/options.ts'
import { newestVisit, type KnownPatient } from '#lib/lists/known-patients.ts'
import { takeOver, type TakenOver } from '#lib/rules/new-records/take-over.ts'

// A patient's newest captures may be aborted, or visits to come.
const newestAsked = 50

/** Reads a chosen patient and puts them into the form. */
export type TakePatient = {
  /** The name of the patient who is being read. */
  loading: string | undefined
  /** What could not be read, in words. */
  failures: readonly string[]
  /** True once the form has the patient. */
  run: (patient: KnownPatient) => Promise<boolean>
}

/**
 * Reads a patient's newest charge capture and registration, each failing by itself, and gives what
 * a new capture takes over to `put`.
 */
export function useTakePatient(
  put: (found: { base: JsonObject; taken: TakenOver }) => void,
): TakePatient {
  const client = useQueryClient()
  const [loading, setLoading] = useState<string>()
  const [failures, setFailures] = useState<readonly string[]>([])
  // The form may have changed by the time the patient is read.
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })
  const run = async ({ name, patientId, registration }: KnownPatient) => {
    setLoading(name)
    setFailures([])
    const failed: string[] = []
    const orFailed = (what: string) => (error: unknown) => {
      failed.push(`${what} couldn’t be read: ${failureOf(error).message}`)
      return undefined
    }
    const [capture, reply] = await Promise.all([
      patientId === undefined
        ? undefined
        : readNewest(client, patientId).catch(orFailed('The newest charge capture')),
      registration === undefined
        ? undefined
        : client
            .fetchQuery(preEncounterQuery({ patient_id: registration, appointment_ids: [] }))
            .catch(orFailed('Registration')),
    ])
    const found = takeOver(capture, reply?.registered, pageZone())
    setLoading(undefined)
    setFailures(failed)
    if (!found) {
      if (failed.length === 0)
        setFailures([`Nothing of ${name} could be read. Type the patient into the form.`])
      return false
    }
    latest.current(found)
    return true
  }
  return { loading, failures, run }
}

async function readNewest(client: QueryClient, patientId: string): Promise<JsonObject | undefined> {
  const { rows } = await client.fetchQuery(
    listQuery<ChargeCaptureRow>({
      operation: 'listChargeCaptures',
      query: {
        patient_external_id: patientId,
        sort: 'date_of_service',
        sort_direction: 'desc',
        limit: newestAsked,
      },
    }),
  )
  const own = rows.filter(({ unreadable, patient_id }) => !unreadable && patient_id === patientId)
  const newest = newestVisit(own, pageToday())
  if (!newest) return undefined
  const reply = await client.fetchQuery(chargeCaptureQuery({ id: newest.id }))
  const capture = parseExact(reply.charge_capture)
  return isJsonObject(capture) ? capture : undefined
}
