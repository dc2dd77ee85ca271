'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pageToday } from '#components/frame/page-day.ts'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { searchText } from '#lib/lists/search-text.ts'
import { captureSearchQuery, patientsQuery } from '#lib/queries/options.ts'
import { knownPatients, type KnownPatient } from '#lib/lists/known-patients.ts'

/** The persons that a typed text finds, and how far the two searches are. */
export type PatientSearch = {
  patients: readonly KnownPatient[]
  /** The text is long enough to be searched. */
  isAsked: boolean
  isBusy: boolean
  /** The captures that match are more than were read. */
  hasMore: boolean
  /** What could not be searched, in words; the other source is shown. */
  failures: readonly string[]
}

/**
 * Searches earlier charge captures and registration at once. A line that no longer fits the typed
 * text goes at the next key, so that Enter never takes an older answer's person.
 */
export function useKnownPatients(typed: string): PatientSearch {
  const text = typed.trim()
  // Each search is a read that the trail has, so it waits until the person pauses.
  const settled = useDebounced(text)
  const search = useMemo(() => searchText(text), [text])
  const asked = useMemo(() => searchText(settled), [settled])
  const term = asked?.term ?? ''
  const captures = useQuery({ ...captureSearchQuery(term), enabled: term !== '' })
  // Registration is searched for a birth date in the form in which it has it.
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(term)
  const registered = useQuery({
    ...patientsQuery({ text: isDate ? term : settled }),
    enabled: term !== '',
    placeholderData: (before) => before,
  })
  const patients = useMemo(() => {
    if (!search) return []
    const born = /^\d{4}-\d{2}-\d{2}$/.test(search.term ?? '') ? search.term : undefined
    const rows = (captures.data?.rows ?? []).filter(
      (row) =>
        !row.unreadable &&
        (born === undefined || row.birth_date === born) &&
        search.fits({ names: [row.patient], ids: [row.patient_id] }),
    )
    const lines = (registered.data?.items ?? []).filter(
      ({ id, name, mrn, birth_date }) =>
        (born === undefined || birth_date === born) &&
        search.fits({ names: [name], ids: [mrn ?? undefined, id] }),
    )
    return knownPatients(rows, lines, pageToday())
  }, [search, captures.data, registered.data])
  const isBusy =
    search !== undefined && (settled !== text || captures.isFetching || registered.isFetching)
  return {
    patients,
    isAsked: search !== undefined,
    isBusy,
    hasMore: captures.data?.next !== null && captures.data !== undefined,
    failures: [
      ...(captures.isError ? ['Earlier charge captures can’t be searched now.'] : []),
      ...(registered.isError ? ['Registration can’t be searched now.'] : []),
      ...(registered.data?.is_available === false
        ? ['This connection can’t search registration.']
        : []),
    ],
  }
}
