import 'server-only'
import type { z } from 'zod'
import { isJsonObject, parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Issue, type Result } from '#lib/core/result.ts'
import type { SaveInput } from './write-record.ts'
import type { Job, Refused } from './write-once.ts'

/** The object that JSON text holds, numbers as written; undefined for anything else. */
export function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseExact(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The refusal of an input with an issue at each field that cannot be used. */
export function invalid(issues: Issue[]): Refused {
  return fail('InvalidInput', 'Some values aren’t valid.', { issues })
}

type PathOf = (path: readonly PropertyKey[]) => string

/**
 * The issues of a body that an operation's schema does not accept, by wire path unless `pathOf`
 * says else, at most 100.
 */
export function bodyIssues(
  schema: z.ZodType,
  body: JsonObject,
  pathOf: PathOf = (path) => path.join('.'),
): Issue[] {
  // Numbers that are kept as their source text are no numbers to the schema, so it checks plain
  // JSON.
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(body)))
  if (parsed.success) return []
  return parsed.error.issues
    .slice(0, 100)
    .map(({ path }) => ({ path: pathOf(path), message: wordsFor(body, path) }))
}

/**
 * A request body from its JSON text, numbers as written. Refuses text that is no object, and fields
 * that the schema refuses.
 */
export function parseBody(
  schema: z.ZodType,
  text: string,
  noun: string,
  pathOf?: PathOf,
): Result<JsonObject> {
  const body = readObject(text)
  if (!body) return fail('InvalidInput', `The ${noun} cannot be read.`)
  const issues = bodyIssues(schema, body, pathOf)
  return issues.length > 0 ? invalid(issues) : ok(body)
}

function wordsFor(body: JsonObject, path: readonly PropertyKey[]): string {
  let value: Json | undefined = body
  for (const name of path)
    value = Array.isArray(value)
      ? value[Number(name)]
      : isJsonObject(value) && Object.hasOwn(value, name)
        ? value[String(name)]
        : undefined
  return value === undefined || value === null || value === ''
    ? 'Required.'
    : 'This value isn’t valid.'
}

/**
 * `base`, `wanted`: JSON text of the record as it was loaded, and of its terms as the person wants
 * them.
 */
export type SaveTermsInput = SaveInput & { id: string; base: string; wanted: string }

/** `base`, `wanted`: the terms of the record as it was loaded, and as the person wants them. */
export type TermsJob = Job & { base: JsonObject; wanted: JsonObject }

/** Reads the terms of one kind of record, and lists the problems that stop the request. */
type ParsedTerms = {
  noun: string
  idOf: (record: JsonObject) => unknown
  termsOf: (record: JsonObject) => JsonObject
  wantedOf: (wanted: JsonObject) => JsonObject
  problems: (base: JsonObject, wanted: JsonObject) => Issue[]
}

/**
 * The job of a save that changes a record's terms; refused where the input is of another record, or
 * has a problem.
 */
export function termsJob(input: SaveTermsInput, reading: ParsedTerms): Result<TermsJob> {
  const [loaded, asked] = [readObject(input.base), readObject(input.wanted)]
  if (!loaded || !asked || reading.idOf(loaded) !== input.id)
    return fail('InvalidInput', `This change doesn’t belong to this ${reading.noun}.`)
  const [base, wanted] = [reading.termsOf(loaded), reading.wantedOf(asked)]
  const issues = reading.problems(base, wanted)
  if (issues.length > 0) return invalid(issues)
  // Another form of the request would refuse, as reused, a write that is under way while the
  // console is upgraded.
  const request = { base, wanted, choices: input.choices ?? [], seen: input.seen ?? null }
  return ok({ record: input.id, request, ids: [input.id], base, wanted })
}
