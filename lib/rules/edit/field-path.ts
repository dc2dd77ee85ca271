import { isJsonObject } from '#lib/core/json.ts'
import { type FieldShape, type ObjectShape, isLeaf } from './field-shape.ts'
import { fieldAliases, pathPrefixes } from './field-aliases.ts'

/**
 * The field of an error. `path` is dotted and relative to the capture's data
 * (`service_lines.1.units`), or a header field's name (`charge_external_id`). `exact` is true if
 * one control has this path; otherwise the path is the nearest known section or row.
 */
export type FieldPlace = { path: string; exact: boolean }

type Found = { parts: string[]; exact: boolean }

/**
 * Finds the field of a partner's `field_in_error` (or of a validation error), whatever its
 * spelling: dotted, bracketed, quoted, a JSON pointer, camelCase, joined with underscores, with or
 * without the prefix of the enclosing document. `data` is the capture's data (list lengths decide
 * about indexes), `shape` the shape of the update body. Returns undefined for an unknown name;
 * never throws.
 */
export function resolveFieldInError(
  text: unknown,
  data: unknown,
  shape: ObjectShape,
): FieldPlace | undefined {
  if (typeof text !== 'string' || text.length > 400) return undefined
  const dataShape = shape.members.data
  if (dataShape?.kind !== 'object') return undefined
  const header: ObjectShape = { kind: 'object', members: { ...shape.members } }
  delete header.members.data
  const segments = withoutPrefixes(toSegments(text), dataShape, header)
  if (segments.length === 0) return undefined
  const found =
    walk(dataShape, data, segments) ??
    walk(header, {}, segments) ??
    search(dataShape, data, segments) ??
    unknownMember(data, segments)
  return found && { path: found.parts.join('.'), exact: found.exact }
}

/**
 * The form control's name for a resolved path: data fields are under `data.`, header fields are
 * not.
 */
export function controlName(path: string, shape: ObjectShape): string {
  const first = path.split('.')[0] ?? ''
  return first !== 'data' && Object.hasOwn(shape.members, first) ? path : `data.${path}`
}

/** The inverse of `controlName`: a control's name as a path relative to the data. */
export function dataPath(name: string): string {
  return name.startsWith('data.') ? name.slice(5) : name
}

// Every character outside names separates segments: dots, brackets, quotes, slashes, arrows,
// spaces.
function toSegments(text: string): string[] {
  const pointer = text.replaceAll('~1', '/').replaceAll('~0', '~')
  return (
    pointer
      .match(/[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?/gu)
      ?.filter((part) => /[\p{L}\p{N}]/u.test(part)) ?? []
  )
}

const key = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')
const isIndex = (segment: string) => /^\d{1,6}$/.test(segment)

function withoutPrefixes(segments: string[], data: ObjectShape, header: ObjectShape): string[] {
  let rest = segments
  while (rest.length > 0) {
    const first = rest[0]!
    const known = memberNamed(data, first) ?? memberNamed(header, first)
    if (
      known !== undefined ||
      !(pathPrefixes.has(key(first)) || (rest !== segments && isIndex(first)))
    )
      break
    rest = rest.slice(1)
  }
  return rest
}

function memberNamed(shape: ObjectShape, segment: string): string | undefined {
  const names = Object.keys(shape.members)
  const wanted = key(segment)
  const alias = (Object.hasOwn(fieldAliases, wanted) && fieldAliases[wanted]) || []
  return names.find((name) => key(name) === wanted) ?? names.find((name) => alias.includes(name))
}

/** Follows the segments into a shape; undefined if the first one is unknown. */
function walk(shape: FieldShape, value: unknown, segments: readonly string[]): Found | undefined {
  if (segments.length === 0 || isLeaf(shape)) return { parts: [], exact: isLeaf(shape) }
  if (shape.kind === 'list') return walkList(shape.item, value, segments)
  if (shape.kind !== 'object') return { parts: [], exact: true }
  const [first = '', ...rest] = segments
  const name = memberNamed(shape, first)
  if (name !== undefined) return step(shape, value, name, rest)
  return joined(shape, value, first, rest)
}

function step(shape: ObjectShape, value: unknown, name: string, rest: readonly string[]): Found {
  const member = shape.members[name]!
  const inner = isJsonObject(value) ? value[name] : undefined
  const found = walk(member, inner, rest) ??
    nested(member, inner, rest) ?? { parts: [], exact: false }
  return { parts: [name, ...found.parts], exact: found.exact }
}

function walkList(item: FieldShape, value: unknown, segments: readonly string[]): Found {
  const length = Array.isArray(value) ? value.length : 0
  const [first = '', ...rest] = segments
  // Without an index the row is known only if there is exactly one.
  const index = isIndex(first) ? Number(first) : length === 1 ? 0 : undefined
  if (index === undefined || index >= length) return { parts: [], exact: false }
  const row = (value as unknown[])[index]
  const inner = isIndex(first) ? rest : segments
  const found = walk(item, row, inner) ?? nested(item, row, inner) ?? { parts: [], exact: false }
  return { parts: [String(index), ...found.parts], exact: found.exact }
}

// `rendering_provider_npi`, `serviceLines1Units`: joined names. The longest member name that
// matches the start wins.
function joined(
  shape: ObjectShape,
  value: unknown,
  segment: string,
  rest: readonly string[],
): Found | undefined {
  const text = key(segment)
  const names = Object.keys(shape.members).filter((name) => text.startsWith(key(name)))
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    const left = text.slice(key(name).length)
    const index = /^\d+/.exec(left)?.[0]
    const parts = index === undefined ? [left] : [index, left.slice(index.length)]
    const found = step(shape, value, name, [...parts.filter((part) => part !== ''), ...rest])
    if (found.exact) return found
  }
  return undefined
}

// `subscriber_primary.member_id` skips the card between them: search one or more objects deeper,
// never in lists.
function nested(shape: FieldShape, value: unknown, segments: readonly string[]): Found | undefined {
  if (shape.kind !== 'object' || segments.length === 0) return undefined
  for (const [name, member] of Object.entries(shape.members)) {
    if (member.kind !== 'object') continue
    const inner = isJsonObject(value) ? value[name] : undefined
    const found = walk(member, inner, segments) ?? nested(member, inner, segments)
    if (found?.exact) return { parts: [name, ...found.parts], exact: true }
  }
  return undefined
}

// A path that starts below the data (`insurance_card.member_id`, `diagnosis_pointers`): accepted if
// only one section has it. If the three subscribers share it, the primary one is meant.
function search(
  shape: ObjectShape,
  value: unknown,
  segments: readonly string[],
): Found | undefined {
  const hits: Found[] = []
  for (const [name, member] of Object.entries(shape.members)) {
    const inner = isJsonObject(value) ? value[name] : undefined
    const below =
      member.kind === 'list'
        ? walkInto(member.item, inner, segments)
        : (walk(member, inner, segments) ?? nested(member, inner, segments))
    if (
      below &&
      !isLeaf(member) &&
      (below.exact || below.parts.length > 0 || member.kind === 'list')
    ) {
      hits.push({ parts: [name, ...below.parts], exact: below.exact })
    }
  }
  if (hits.length > 1 && hits.every((hit) => hit.parts[0]?.startsWith('subscriber_')))
    return hits.find((hit) => hit.parts[0] === 'subscriber_primary')
  return hits.length === 1 ? hits[0] : undefined
}

function walkInto(
  item: FieldShape,
  value: unknown,
  segments: readonly string[],
): Found | undefined {
  const known = item.kind === 'object' && (memberNamed(item, segments[0] ?? '') ?? undefined)
  return known ? walkList(item, value, segments) : undefined
}

// A member of this capture that the contract does not know is shown under "Other data".
function unknownMember(data: unknown, segments: readonly string[]): Found | undefined {
  const first = segments[0] ?? ''
  return isJsonObject(data) && Object.hasOwn(data, first)
    ? { parts: [first], exact: false }
    : undefined
}
