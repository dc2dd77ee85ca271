import 'server-only'
import { idPattern } from '#lib/contract/fields.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { Connection } from '#lib/console/connections/connections.ts'

/** An operation's input as the wire wants it, whatever its static type. */
export type WireInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A path parameter that is no id of the partner's: `../auth` would ask for another path than the operation's. */
export class StrangeId extends Error {}

/**
 * The address of one request. Arrays become repeated keys, and members that are undefined, null or an empty list are
 * left out. Throws a StrangeId for a path parameter that is missing or holds more than letters, digits, "-" and "_".
 */
export function requestUrl(connection: Connection, operation: Operation, input: WireInput): URL {
  const base = operation.host === 'pre-encounter' ? connection.preEncounterUrl : connection.baseUrl
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (typeof value !== 'string' || !idPattern.test(value)) throw new StrangeId(`path parameter ${name} is no id`)
    return value
  })
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(name, String(item))
    }
  }
  return url
}
