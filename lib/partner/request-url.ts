import 'server-only'
import type { Operation } from '#lib/contract/operation.ts'
import type { Connection } from '#lib/console/connections/connections.ts'

/** An operation's input as the wire wants it, whatever its static type. */
export type WireInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * The address of one request. Path parameters are encoded, arrays become repeated keys, and members that are
 * undefined, null or an empty list are left out. Throws when a path parameter is missing: that is a defect of ours.
 */
export function requestUrl(connection: Connection, operation: Operation, input: WireInput): URL {
  const base = operation.host === 'pre-encounter' ? connection.preEncounterUrl : connection.baseUrl
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    // "." and ".." would survive encoding and climb out of the path.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
      throw new Error(`path parameter ${name} is missing`)
    return encodeURIComponent(value)
  })
  const url = new URL(base + path)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(name, String(item))
    }
  }
  return url
}
