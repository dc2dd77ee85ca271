import { type Json, isJsonObject } from '#lib/core/json.ts'
import { refuseFields } from '#lib/sandbox/http/refusal.ts'

type Test = (value: string, wanted: string) => boolean

const tests: Record<string, Test> = {
  eq: (value, wanted) => value === wanted,
  ieq: (value, wanted) => value.toLowerCase() === wanted.toLowerCase(),
  contains: (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
  gt: (value, wanted) => value > wanted,
  lt: (value, wanted) => value < wanted,
  in: (value, wanted) => wanted.split(';').includes(value),
}

/**
 * A pre-encounter `filters` text as a test of list items: conditions `path|operator|value`, parted by commas, all of
 * which hold. Paths are camelCase as the published client documents them (`patient.mrn|eq|12345`).
 */
export function preEncounterFilter(filters: string | undefined): (item: Json) => boolean {
  const conditions = (filters ?? '')
    .split(',')
    .filter(Boolean)
    .map((text) => {
      const [path = '', operator = '', ...value] = text.split('|')
      const holds = Object.hasOwn(tests, operator) ? tests[operator]! : undefined
      if (!holds || value.length === 0)
        throw refuseFields([{ path: 'filters', message: `${text} is not of the form path|operator|value` }])
      return { path, holds, value: value.join('|') }
    })
  return (item) =>
    conditions.every(({ path, holds, value }) => {
      const found = textAtPath(item, path)
      return found !== undefined && holds(found, value)
    })
}

/** The text at a camelCase path of an item; undefined where there is none. */
export function textAtPath(item: Json, path: string): string | undefined {
  let value: Json | undefined = item
  for (const member of path.split('.')) {
    const name = member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value)
}
