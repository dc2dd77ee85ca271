import { isJsonObject, sameJson, toNumber, type Json } from '#lib/core/json.ts'

/** A message names this many differences and counts the others. */
const mostNamed = 20
const longestValue = 60

/**
 * The differences between the billed and the current data, one text for each field:
 * "service_lines.0.charge_amount_cents changed from 12500 to 13000". Null and missing count as
 * equal.
 */
export function listChanges(
  billed: Json | undefined,
  current: Json | undefined,
  path = '',
): string[] {
  if (isNothing(billed) && isNothing(current)) return []
  if (isNothing(billed)) return [`${path} added${shownAfter(': ', current)}`]
  if (isNothing(current)) return [`${path} removed${shownAfter(', was ', billed)}`]
  if (Array.isArray(billed) && Array.isArray(current)) {
    const length = Math.max(billed.length, current.length)
    return Array.from({ length }, (_, i) =>
      listChanges(billed[i], current[i], join(path, String(i))),
    ).flat()
  }
  if (isJsonObject(billed) && isJsonObject(current)) {
    const keys = new Set([...Object.keys(billed), ...Object.keys(current)])
    return [...keys].flatMap((key) =>
      listChanges(own(billed, key), own(current, key), join(path, key)),
    )
  }
  return sameJson(billed, current)
    ? []
    : [`${path} changed from ${shown(billed)} to ${shown(current)}`]
}

/** The message of an update after billing; undefined without differences. */
export function describeChanges(changes: readonly string[]): string | undefined {
  if (changes.length === 0) return undefined
  const rest = changes.length - mostNamed
  const named = changes.slice(0, mostNamed).join('; ')
  return rest > 0 ? `${named}; and ${rest} more` : named
}

function own(object: { [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function isNothing(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function shownAfter(lead: string, value: Json | undefined): string {
  return typeof value === 'object' && toNumber(value) === undefined ? '' : lead + shown(value)
}

function shown(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : String(JSON.stringify(value))
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
