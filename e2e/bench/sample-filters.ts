import { z } from 'zod'
import {
  listChargeCapturesQuery,
  rankedSortKeys,
  rankedSortName,
} from '#lib/contract/charge-captures.operations.ts'
import { listClaimCreationsQuery } from '#lib/contract/claim-creations.operations.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { isJsonObject, type Json } from '#lib/core/json.ts'

/** One list to measure. */
export type Query = Record<string, string | string[]>

/**
 * Records to take values from: several pages of each list, so that some values are common and some
 * are rare.
 */
export type Sampled = { captures: Json[]; creations: Json[]; encounters: Json[] }

/** The measured values of one filter, taken from existing records, and one that no record has. */
type Values = { common: string; rare: string; none: string; several?: string[] }

const notFilters = new Set(['limit', 'page_token', 'sort', 'sort_direction'])
const card = 'charge_capture_data.subscriber_primary.insurance_card'
const boundsOfAll = {
  date_of_service_min: '9999-12-31',
  date_of_service_max: '1900-01-01',
} as const

// The path of the value in a record, for each filter by value.
const capturePaths: Record<string, string> = {
  patient_external_id: 'patient_external_id',
  charge_external_id: 'charge_external_id',
  status: 'status',
  charge_status: 'status',
  claim_creation_ids: 'claim_creation_id',
  claim_creation_category: 'claim_creation_category',
  tags: 'charge_capture_data.tag_ids',
  date_of_service_min: 'date_of_service',
  date_of_service_max: 'date_of_service',
  billing_provider_npis: 'charge_capture_data.billing_provider.npi',
  rendering_provider_npis: 'charge_capture_data.rendering_provider.npi',
  rendering_provider_names: 'charge_capture_data.rendering_provider.last_name',
  supervising_provider_npis: 'charge_capture_data.supervising_provider.npi',
  supervising_provider_names: 'charge_capture_data.supervising_provider.last_name',
  service_facility_name: 'charge_capture_data.service_facility.organization_name',
  primary_payer_ids: `${card}.payer_id`,
  primary_payer_names: `${card}.payer_name`,
  patient_names: 'charge_capture_data.patient.last_name',
  search_term: 'charge_capture_data.patient.last_name',
  billable_status: 'charge_capture_data.billable_status',
  responsible_party: 'charge_capture_data.responsible_party',
}
const creationPaths: Record<string, string> = {
  claim_ids: 'created_encounter_id',
  claim_creation_status: 'status',
}
const encounterPaths: Record<string, string> = { claim_status: 'claims.0.status' }

/**
 * Every filter of the charge captures with each of its values, alone and with a sort, and every
 * ranked sort.
 */
export function captureQueries(sampled: Sampled): Query[] {
  const values = valuesOf(listChargeCapturesQuery.shape, sampled)
  const byDay = (sort_direction: string) => ({ sort: 'date_of_service', sort_direction })
  const alone = Object.entries(values).flatMap(([name, all]) =>
    Object.values(all).map((value) => ({ [name]: value })),
  )
  const sorted = Object.entries(values).flatMap(([name, { common, rare }]) => [
    { [name]: common, ...byDay('asc') },
    { [name]: common, ...byDay('desc') },
    { [name]: rare, ...byDay('asc') },
    { [name]: rare, sort_direction: 'asc' },
  ])
  const ranked = rankedSortKeys.flatMap((key) => [
    ...Object.values(values[key]!).map((value) => ({ [rankedSortName(key)]: value })),
    { [rankedSortName(key)]: values[key]!.common, ...byDay('asc') },
  ])
  return [...alone, ...sorted, ...ranked]
}

/** Every filter of the claim creations with each of its values, newest and oldest first. */
export function creationQueries(sampled: Sampled): Query[] {
  return Object.entries(valuesOf(listClaimCreationsQuery.shape, sampled)).flatMap(([name, all]) => [
    ...Object.values(all).map((value) => ({ [name]: value })),
    { [name]: all.common, sort_direction: 'asc' },
  ])
}

function valuesOf(shape: Record<string, z.ZodType>, sampled: Sampled): Record<string, Values> {
  const filters = Object.entries(shape).filter(
    ([name]) => !notFilters.has(name) && !name.endsWith('_ranked_sort'),
  )
  return Object.fromEntries(
    filters.map(([name, schema]) => [name, valuesOfOne(name, schema, sampled)]),
  )
}

function valuesOfOne(name: string, schema: z.ZodType, sampled: Sampled): Values {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodBoolean) return { common: 'true', rare: 'true', none: 'false' }
  const found = textsOf(name, sampled)
  const counts = [...Map.groupBy(found, (value) => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .toSorted((a, b) => b.count - a.count)
  const ordered = counts.map(({ value }) => value)
  if (ordered.length === 0) throw new Error(`No record of the sample has a value for ${name}.`)
  const known = knownValues(schema)?.values
  const none = known
    ? (known.find((value) => !ordered.includes(value)) ?? ordered.at(-1)!)
    : 'none-has-this'
  if (name in boundsOfAll) {
    const days = found.toSorted()
    const at = (share: number) => days[Math.floor((days.length - 1) * share)]!
    return {
      common: at(0.5),
      rare: at(name.endsWith('_min') ? 0.99 : 0.01),
      none: boundsOfAll[name as keyof typeof boundsOfAll],
    }
  }
  const several = [0, 0.25, 0.5, 0.75, 1].map(
    (share) => ordered[Math.floor((ordered.length - 1) * share)]!,
  )
  return {
    common: ordered[0]!,
    rare: ordered.at(-1)!,
    none,
    ...(inner instanceof z.ZodArray ? { several: [...new Set(several)] } : {}),
  }
}

function textsOf(name: string, { captures, creations, encounters }: Sampled): string[] {
  const sources = [
    [captures, capturePaths],
    [creations, creationPaths],
    [encounters, encounterPaths],
  ] as const
  return sources.flatMap(([items, paths]) =>
    paths[name] ? items.flatMap((item) => textsAt(item, paths[name]!)) : [],
  )
}

function textsAt(item: Json, path: string): string[] {
  let value: Json | undefined = item
  for (const member of path.split('.'))
    value = Array.isArray(value)
      ? value[Number(member)]
      : isJsonObject(value)
        ? value[member]
        : undefined
  return (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
}
