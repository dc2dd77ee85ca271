import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'

/** One leaf that differs. `before` or `after` is missing if the member was. */
export type LeafChange = { path: string; before?: Json; after?: Json }

/**
 * The leaves that differ between two values, as dotted wire paths in the order of the second value.
 * A capture's `charge_capture_data` is named `data`, as in forms. Lists are compared by index.
 */
export function leafChanges(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): LeafChange[] {
  const changes: LeafChange[] = []
  compare(path, before, after, changes)
  return changes
}

function compare(
  path: string,
  before: Json | undefined,
  after: Json | undefined,
  changes: LeafChange[],
): void {
  if (before !== undefined && after !== undefined && sameJson(before, after)) return
  const [left, right] = [membersOf(before), membersOf(after)]
  const isNested =
    (left !== undefined || before === undefined || before === null) &&
    (right !== undefined || after === undefined || after === null)
  if (isNested && (left ?? right) && Object.keys({ ...left, ...right }).length > 0) {
    for (const name of new Set([...Object.keys(right ?? {}), ...Object.keys(left ?? {})])) {
      compare(joined(path, name), left && own(left, name), right && own(right, name), changes)
    }
    return
  }
  if (before === undefined && after === undefined) return
  changes.push({
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  })
}

function membersOf(value: Json | undefined): JsonObject | undefined {
  if (Array.isArray(value))
    return Object.fromEntries(value.map((item, index) => [String(index), item]))
  return isJsonObject(value) ? value : undefined
}

function own(members: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

function joined(path: string, name: string): string {
  if (path === '') return name === 'charge_capture_data' ? 'data' : name
  return `${path}.${name}`
}
