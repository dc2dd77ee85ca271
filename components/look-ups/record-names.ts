'use client'
import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import type { LookUpReply } from '#lib/actions/finding/look-up.ts'
import { joinNames, namesInChip } from '#lib/lists/filter-value.ts'
import type { FilterLookUp } from '#lib/lists/list-spec.ts'
import { facilitiesQuery, payersQuery, providersQuery } from '#lib/queries/options.ts'
import { spanPartyQuery } from '#lib/queries/spans.ts'
import { lookUpKinds } from './look-up-kinds.ts'
import type { Found } from './look-up-lines.ts'

export type NamedRecord = Found['payer' | 'provider' | 'facility']

/** The query of the record with a value. A search can put what it found under its key. */
export function recordQuery(
  lookUp: FilterLookUp,
  value: string,
): UseQueryOptions<LookUpReply<NamedRecord>> {
  return optionsFor(lookUp, value) as unknown as UseQueryOptions<LookUpReply<NamedRecord>>
}

function optionsFor(lookUp: FilterLookUp, value: string) {
  if (lookUp.kind === 'facility')
    return facilitiesQuery({ query: { organization_service_facility_ids: [value] } })
  // The search finds names and the payer IDs of claims, but no partner ids: those are read one by
  // one.
  if (lookUp.kind === 'payer')
    return lookUp.member === 'payer_uuid'
      ? spanPartyQuery({ kind: 'payer', id: value })
      : payersQuery({ query: { search_term: value } })
  return providersQuery({
    query: lookUp.member === 'npi' ? { npi: value } : { organization_provider_ids: [value] },
  })
}

/** The value on the wire of a record that was found; undefined where it has none. */
export function valueOfRecord({ member }: FilterLookUp, record: NamedRecord): string | undefined {
  const value: unknown = (record as { [name: string]: unknown })[member]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The names of values, one request for each unknown one; undefined while any is read. A value
 * without a name stays as it is.
 */
export function useNamesOf(lookUp: FilterLookUp, values: readonly string[]): string[] | undefined {
  const { line } = lookUpKinds[lookUp.kind]
  const replies = useQueries({
    queries:
      lookUp.member === 'payer_name' ? [] : values.map((value) => recordQuery(lookUp, value)),
  })
  if (replies.some(({ isPending }) => isPending)) return undefined
  return values.map((value, index) => {
    const record = replies[index]?.data?.items.find((item) => valueOfRecord(lookUp, item) === value)
    // The kind of the look-up is the kind of its records.
    return (record && line(record as never).title) || value
  })
}

/** The values of a filter by their names, for its chip; `fallback` until they are read. */
export function RecordNames({
  lookUp,
  values,
  fallback,
}: {
  lookUp: FilterLookUp
  values: readonly string[]
  fallback: string
}) {
  const names = useNamesOf(lookUp, values.slice(0, namesInChip))
  return names ? joinNames(names, values.length) : fallback
}
