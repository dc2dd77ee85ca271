import { isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import { isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { controlName, resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import { isGiven, jsonAt } from '#lib/rules/edit/json-path.ts'
import { includesUnit, mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import { scrubCapture } from '#lib/rules/scrub/scrub.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import type { Judged } from './judge-change.ts'
import { listedValuesOf, notKnown, type FindListed, type ListedValue } from './listed-values.ts'

// Whether a claim bills after a change of its captures: what the partner says is wrong with it, less
// what the change clears. Bodies are update bodies with plain numbers, and paths names of controls.

/**
 * An error of a claim in the partner's words, also one that a person resolved: the claim isn't billed
 * for that. Without `capture` it is of the whole claim, without `path` of no known field or
 * section.
 */
export type ClaimError = { capture?: string; path?: string; words: string }

/**
 * A capture before and after a change, and the controls that our checks find something at before it
 * (`was`), and errors after it (`is`). Our warnings may be the partner's errors: `warned` are those
 * that stay.
 */
export type ChangedCapture = {
  before: JsonObject
  after: JsonObject
  was: ReadonlySet<string>
  is: ReadonlySet<string>
  warned: ReadonlySet<string>
}

/**
 * A claim before a change: its errors, and the bodies of all its captures by id. `isTried`: the
 * partner has tried it and says what is wrong.
 */
export type ClaimBefore = {
  isTried: boolean
  errors: readonly ClaimError[]
  bodies: ReadonlyMap<string, JsonObject>
}

type Changes = ReadonlyMap<string, ChangedCapture>

/**
 * Whether a claim should bill after a change; `unknown` where only the partner's lists could tell and
 * nobody knows what they say.
 */
export type ClaimOutlook = 'bills' | 'unknown' | 'stays'

/** The errors that a claim keeps after a change, and in words what is not known of its values. */
export type ClaimForecast = { errors: ClaimError[]; unknown: string[]; outlook: ClaimOutlook }

const longestWords = 200

/**
 * The errors of a claim creation. One that the partner resolved is gone; one that a person resolved
 * still keeps the claim from being billed.
 */
export function claimErrorsOf(creation: unknown, captures: readonly unknown[]): ClaimError[] {
  const shape = captureShape()
  return itemsOf(memberAt(creation, 'errors')).flatMap((error) => {
    const isByHand = textOf(memberAt(error, 'resolved_by')) !== undefined
    if (memberAt(error, 'resolved') === true && !isByHand) return []
    const capture = textOf(memberAt(error, 'charge_capture_id'))
    const own = captures.find((each) => textOf(memberAt(each, 'id')) === capture) ?? captures[0]
    const data = memberAt(own, 'charge_capture_data')
    const place = resolveFieldInError(textOf(memberAt(error, 'field_in_error')), data, shape)
    const message = textOf(memberAt(error, 'message')) ?? 'The partner gave no message.'
    return [
      {
        ...(capture !== undefined && { capture }),
        ...(place && { path: controlName(place.path, shape) }),
        words: message.slice(0, longestWords),
      },
    ]
  })
}

/** A change of a capture for the forecast of its claim, from what our checks say of it. */
export function changedCapture(
  before: JsonObject,
  after: JsonObject,
  judged: Pick<Judged, 'before' | 'stays' | 'added' | 'warns'>,
): ChangedCapture {
  const controlsOf = (findings: readonly Finding[]) =>
    new Set(findings.map(({ path }) => controlName(path, captureShape())))
  return {
    before: plain(before),
    after: plain(after),
    was: controlsOf(judged.before),
    is: controlsOf([...judged.stays, ...judged.added]),
    warned: controlsOf(judged.warns),
  }
}

// Numbers that are kept as their source text are others than those of a list.
function plain(body: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(body)) as JsonObject
}

/** The values to look up before `forecastOf` can know whether a claim bills. */
export function valuesToLookUp(claim: ClaimBefore, changes: Changes): ListedValue[] {
  return newBodies(claim, changes).flatMap(({ body, before }) => listedValuesOf(body, before))
}

// Of a claim that the partner has tried only new values are in question.
function newBodies({ isTried, bodies }: ClaimBefore, changes: Changes) {
  return isTried
    ? [...changes.values()].map(({ before, after }) => ({ body: after, before }))
    : billed(afterChanges(bodies, changes).values()).map((body) => ({ body, before: undefined }))
}

function afterChanges(bodies: ClaimBefore['bodies'], changes: Changes): Map<string, JsonObject> {
  const after = new Map(bodies)
  for (const [id, change] of changes) after.set(id, change.after)
  return after
}

function billed(bodies: Iterable<JsonObject>): JsonObject[] {
  return [...bodies].filter(({ status }) => !isDroppedStatus(status))
}

/**
 * What becomes of a claim if these of its captures are changed. `find` has what the partner's lists
 * say of `valuesToLookUp`.
 */
export function forecastOf(
  claim: ClaimBefore,
  changes: Changes,
  { today, find }: { today: LocalDate; find: FindListed },
): ClaimForecast {
  const { isTried, errors, bodies } = claim
  const after = afterChanges(bodies, changes)
  const billable = billed(after.values())
  const whole = {
    bodies: billable,
    changes,
    was: wholeErrors(billed(bodies.values()), today),
    is: wholeErrors(billable, today),
  }
  const left = errors.filter((error) => {
    if (error.capture === undefined) return !isClearedForAll(error.path, whole)
    const change = changes.get(error.capture)
    return (
      change === undefined ||
      !(isDroppedStatus(change.after.status) || isCleared(error.path, change))
    )
  })
  // Of a claim that nobody has tried, our checks are all that is known.
  const isClean = isTried || [...changes.values()].every(({ is }) => is.size === 0)
  const isFree =
    left.length === 0 &&
    isClean &&
    billable.length > 0 &&
    billable.every(({ status }) => status === 'billable')
  const unknown = [
    ...new Set(
      newBodies(claim, changes).flatMap(({ body, before }) => notKnown(body, find, before)),
    ),
  ]
  const outlook = !isFree ? 'stays' : unknown.length > 0 ? 'unknown' : 'bills'
  return { errors: left, unknown, outlook }
}

// An error goes with its value, or with what our checks found there: another field may have been
// what was wrong.
function isCleared(
  path: string | undefined,
  { before, after, was, is, warned }: ChangedCapture,
): boolean {
  if (path === undefined || is.has(path) || warned.has(path)) return false
  if (haveRowsMoved(path, before, after)) return false
  return was.has(path) || (isOneValue(partAt(before, path)) && isChanged(path, before, after))
}

type Whole = Pick<ChangedCapture, 'was' | 'is'> & {
  bodies: readonly JsonObject[]
  changes: Changes
}

// What our checks of a whole claim find, or what its captures disagree in.
function isClearedForAll(path: string | undefined, { bodies, changes, was, is }: Whole): boolean {
  if (path === undefined || is.has(path)) return false
  if (was.has(path)) return true
  const touched = [...changes.values()].filter(({ before, after }) =>
    isChanged(path, before, after),
  )
  if (touched.length === 0 || touched.some((change) => change.is.has(path))) return false
  const values = bodies.map((body) => partAt(body, path)).filter(isGiven)
  return values.length > 0 && values.every((value) => agree(value, values[0]!))
}

// One address may have a member more than another one.
function agree(a: Json, b: Json): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return sameJson(a, b)
  return includesUnit(a, b) || includesUnit(b, a)
}

function wholeErrors(bodies: readonly JsonObject[], today: LocalDate): ReadonlySet<string> {
  const data = mergeCaptureData(bodies.map((body) => body.data ?? null))
  const found = scrubCapture({ data, status: 'billable', today }, 'claim')
  return new Set(
    found
      .filter(({ severity }) => severity === 'error')
      .map(({ path }) => controlName(path, captureShape())),
  )
}

function isOneValue(value: Json): boolean {
  return !isJsonObject(value) && !(Array.isArray(value) && value.some(isJsonObject))
}

function isChanged(path: string, before: JsonObject, after: JsonObject): boolean {
  return !sameJson(partAt(before, path), partAt(after, path))
}

// A number of a row names another row then.
function haveRowsMoved(path: string, before: JsonObject, after: JsonObject): boolean {
  const at = path.search(/\.\d+(?=\.|$)/)
  if (at < 0) return false
  const [was, is] = [before, after].map((body) => partAt(body, path.slice(0, at)))
  return !Array.isArray(was) || !Array.isArray(is) || was.length !== is.length
}

// A section without members is none.
function partAt(body: JsonObject, path: string): Json {
  const value = jsonAt(body, path)
  return isJsonObject(value) && Object.keys(value).length === 0 ? null : value
}
