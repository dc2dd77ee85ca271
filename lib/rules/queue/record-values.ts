import { isJsonObject } from '#lib/core/json.ts'

/**
 * The values that a record has, in capitals, and the members that have each: `G0463` ->
 * `procedure_code`.
 */
export type RecordValues = ReadonlyMap<string, ReadonlySet<string>>

const deepest = 12
const longest = 100

/**
 * The texts and numbers of records, without amounts: a code of a message can happen to be an amount
 * of cents. Diagnosis codes are there with and without their dot. Any JSON is read.
 */
export function recordValues(records: readonly unknown[]): RecordValues {
  const values = new Map<string, Set<string>>()
  const add = (text: string, member: string) => {
    const known = values.get(text)
    if (known) known.add(member)
    else values.set(text, new Set([member]))
  }
  const read = (value: unknown, member: string, depth: number): void => {
    if (depth > deepest) return
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).trim().toUpperCase()
      if (text === '' || text.length > longest || member.endsWith('_cents')) return
      add(text, member)
      if (member === 'code' && text.includes('.')) add(text.replace('.', ''), member)
    } else if (Array.isArray(value)) for (const each of value) read(each, member, depth + 1)
    else if (isJsonObject(value)) {
      for (const [name, each] of Object.entries(value)) read(each, name, depth + 1)
    }
  }
  for (const record of records) read(record, '', 0)
  return values
}

/** What a value that a message quotes is, for those by which people sort their work. */
const sortedBy: ReadonlyMap<string, string> = new Map([
  ['procedure_code', 'Procedure'],
  ['npi', 'NPI'],
  ['payer_id', 'Payer ID'],
  ['payer_name', 'Payer'],
  ['code', 'Diagnosis'],
  ['modifiers', 'Modifier'],
  ['revenue_code', 'Revenue code'],
  ['place_of_service_code', 'Place of service'],
  ['national_drug_code', 'Drug code'],
  ['taxonomy_code', 'Taxonomy code'],
])

/**
 * What people call the kind of a value by its members: "Procedure". Undefined for one by which
 * nobody sorts work.
 */
export function kindOfValue(members: ReadonlySet<string>): string | undefined {
  for (const [member, kind] of sortedBy) if (members.has(member)) return kind
  return undefined
}
