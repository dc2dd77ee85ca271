import { useQueries } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { LookUpReply } from '#lib/actions/replies.ts'
import type { FilterLookUp } from '#lib/lists/list-spec.ts'
import { payersQuery, providersQuery } from '#lib/queries/options.ts'
import { lookUpKinds } from './look-up-kinds.ts'
import type { Found } from './look-up-kinds.ts'

type Record = Found['payer'] | Found['provider']

/** The query that finds the record with a value; what a search found can be put under its key. */
export function recordQuery(lookUp: FilterLookUp, value: string): UseQueryOptions<LookUpReply<Record>> {
  const options =
    lookUp.kind === 'payer'
      ? payersQuery({ search_term: value })
      : providersQuery(lookUp.member === 'npi' ? { npi: value } : { organization_provider_ids: [value] })
  return options as unknown as UseQueryOptions<LookUpReply<Record>>
}

/** The value on the wire of a record that was found; undefined where it has none. */
export function valueOfRecord({ member }: FilterLookUp, record: Record): string | undefined {
  const value: unknown = record[member]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The names of values, one request for each that is not known yet; undefined while any is read. What has no name stays as it is. */
export function useNamesOf(lookUp: FilterLookUp, values: readonly string[]): string[] | undefined {
  const { line } = lookUpKinds[lookUp.kind]
  const replies = useQueries({ queries: lookUp.member === 'payer_name' ? [] : values.map((value) => recordQuery(lookUp, value)) })
  if (replies.some(({ isPending }) => isPending)) return undefined
  return values.map((value, index) => {
    const record = replies[index]?.data?.items.find((item) => valueOfRecord(lookUp, item) === value)
    // The kind of the look-up is the kind of its records.
    return (record && line(record as never).title) || value
  })
}
