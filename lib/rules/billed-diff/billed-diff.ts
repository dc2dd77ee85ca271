import { isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import { normalizeDiagnosisCode } from '#lib/rules/codes/codes.ts'
import { valueAt, listAt, textAt } from '#lib/rules/edit/json-path.ts'
import type { BilledChange, BilledDiff, CaptureNow } from './billed-change.ts'
import { type ClaimLine, diagnosisKey, linesOf } from './billed-lines.ts'
import { type DiffClass, classOf, diffClasses } from './classes.ts'
import { diagnosisChanges } from './diagnosis-changes.ts'
import { meaningChanges, meaningOf } from './meaning.ts'
import { lineChanges, lineName } from './line-changes.ts'
import { pairLines } from './pair-lines.ts'

/**
 * Compares by meaning. `billed` is the claim creation's `encounter_creation_input`; `captures` are
 * all its captures, oldest first. Several captures are merged as for the claim (ASSUMED:
 * bundling-merge), and lines are matched by content. Returns undefined if nothing was billed.
 */
export function billedDiff(
  billed: Json | undefined,
  captures: readonly CaptureNow[],
): BilledDiff | undefined {
  if (!isJsonObject(billed) || captures.length === 0) return undefined
  const live = liveOf(captures)
  const now = claimNow(captures)
  const billedLines = linesOf(billed)
  const liveLines = ownLines(linesOf(now), live)
  const { pairs, removed, added } = pairLines(billedLines, liveLines)
  const out = captures.filter((capture) => !live.includes(capture))
  const owners = ownersOf(removed, out)
  const diagnoses = diagnosisChanges(billed, now)
  const header = (name: string) => ({ billed: textAt(billed, name), now: textAt(now, name) })
  const [place, from] = [header('place_of_service_code'), header('date_of_service')]
  const end = header('end_date_of_service')
  const authorization = header('prior_authorization_number')
  const to = { billed: end.billed ?? from.billed, now: end.now ?? from.now }
  // Without a billable capture there is no header to compare; the removed lines already say
  // everything.
  const ofHeader =
    live.length === 0
      ? []
      : [
          ...headerChanges(billed, now, live),
          ...diagnoses.changes.map((change) => ownerOfDiagnosis(change, live)),
        ]
  const changes: BilledChange[] = [
    ...captures.flatMap((capture) =>
      statusChange(capture, captures.length === 1 || [...owners.values()].includes(capture.id)),
    ),
    ...pairs.flatMap((pair) =>
      lineChanges(pair.billed, pair.now, {
        place,
        from,
        to,
        authorization,
        replaced: diagnoses.replaced,
      }),
    ),
    ...removed.map((line) => wholeLine(line, owners.get(line), -(line.cents ?? 0), 'billed')),
    ...added.map((line) => wholeLine(line, line.capture_id, line.cents ?? 0, 'now')),
    ...ofHeader,
  ]
  const [billedCents, nowCents] = [sumOf(billedLines), sumOf(liveLines)]
  return {
    changes: changes
      .filter((change) => !isOfCase(change))
      .toSorted((a, b) => diffClasses.indexOf(a.class) - diffClasses.indexOf(b.class)),
    billed_cents: billedCents,
    now_cents: nowCents,
    moved_cents: nowCents - billedCents,
    is_exact: [...billedLines, ...liveLines].every(
      (line) => line.cents !== undefined || meaningOf(line.raw.charge_amount_cents) === undefined,
    ),
    is_nothing_left: billedLines.length > 0 && liveLines.length === 0,
  }
}

function liveOf(captures: readonly CaptureNow[]): CaptureNow[] {
  return captures.filter((capture) => !isDroppedStatus(capture.status))
}

/** The claim that these captures would make now, oldest first; empty if none takes part. */
export function claimNow(captures: readonly CaptureNow[]): JsonObject {
  return mergeCaptureData(liveOf(captures).map((capture) => capture.data ?? null))
}

/**
 * All captures of one claim agree on these classes. For the other classes, each line follows its
 * own capture.
 */
const agreed = new Set<DiffClass>(['money', 'coverage'])

function headerChanges(
  billed: JsonObject,
  now: JsonObject,
  live: readonly CaptureNow[],
): BilledChange[] {
  const changes: BilledChange[] = meaningChanges('', withoutLines(billed), withoutLines(now)).map(
    (change) => ({
      ...change,
      class: classOf(change.path),
      capture_id: ownerOf(change.path, change.now, live),
      cents: 0,
    }),
  )
  if (live.length < 2) return changes
  // The claim keeps one value where its captures disagree, so also report a changed capture whose
  // value lost to an earlier one.
  const changedPaths = new Set(changes.map((change) => change.path))
  for (const capture of live.filter(({ changed }) => changed)) {
    for (const change of meaningChanges(
      '',
      withoutLines(billed),
      withoutLines(isJsonObject(capture.data) ? capture.data : {}),
    )) {
      if (
        change.billed === undefined ||
        change.now === undefined ||
        changedPaths.has(change.path) ||
        // The lines carry this value and report it.
        change.path === 'prior_authorization_number' ||
        !agreed.has(classOf(change.path))
      )
        continue
      changedPaths.add(change.path)
      changes.push({ ...change, class: classOf(change.path), capture_id: capture.id, cents: 0 })
    }
  }
  return changes
}

function withoutLines({ service_lines: _, diagnoses: __, ...header }: JsonObject): JsonObject {
  return header
}

// The capture that holds the claim's current value. A removed value belongs to the first changed
// capture.
function ownerOf(
  path: string,
  now: Json | undefined,
  live: readonly CaptureNow[],
): string | undefined {
  const meaning = meaningOf(now)
  const current =
    meaning === undefined
      ? undefined
      : live.find(({ data }) => meaningOf(valueAt(data, path)) === meaning)
  return (current ?? live.find(({ changed }) => changed) ?? live[0])?.id
}

// A diagnosis has a different index in its own capture than on the claim.
function ownerOfDiagnosis(change: BilledChange, live: readonly CaptureNow[]): BilledChange {
  if (live.length === 1) return { ...change, capture_id: live[0]!.id }
  const wanted =
    typeof change.now === 'string'
      ? normalizeDiagnosisCode(change.now)
      : change.now === undefined
        ? undefined
        : diagnosisKey(change.now)
  for (const { id, data } of live) {
    const place = listAt(data, 'diagnoses').findIndex(
      (diagnosis) => diagnosisKey(diagnosis) === wanted,
    )
    if (place >= 0 && /^diagnoses\.\d+(\.code)?$/.test(change.path))
      return { ...change, capture_id: id, path: change.path.replace(/\d+/, String(place)) }
  }
  return change
}

function statusChange({ id, status }: CaptureNow, wasBilled: boolean): BilledChange[] {
  // Only billable captures are billed, so the billed status was billable.
  if (status === undefined || status === 'billable' || (isDroppedStatus(status) && !wasBilled))
    return []
  return [
    {
      class: classOf('status'),
      path: 'status',
      capture_id: id,
      billed: 'billable',
      now: status,
      cents: 0,
    },
  ]
}

// A merge concatenates the captures' lines. Name each line by its own capture and its index there.
function ownLines(merged: readonly ClaimLine[], live: readonly CaptureNow[]): ClaimLine[] {
  const places = live.flatMap(({ id, data }) =>
    listAt(data, 'service_lines').map((_, index) => ({ capture_id: id, index })),
  )
  return merged.map((line, place) => ({ ...line, ...places[place] }))
}

/** Maps the billed lines of captures that no longer take part to those captures. */
function ownersOf(
  removed: readonly ClaimLine[],
  out: readonly CaptureNow[],
): Map<ClaimLine, string | undefined> {
  const { pairs } = pairLines(
    removed,
    out.flatMap((capture) => linesOf(capture.data ?? null, capture.id)),
  )
  return new Map(pairs.map((pair) => [pair.billed, pair.now.capture_id]))
}

function wholeLine(
  line: ClaimLine,
  captureId: string | undefined,
  cents: number,
  side: 'billed' | 'now',
): BilledChange {
  const path = side === 'now' ? `service_lines.${line.index}` : 'service_lines'
  return {
    class: 'money',
    path,
    capture_id: captureId,
    [side]: line.raw,
    cents,
    line: lineName(line),
  }
}

// A claim is sent in capitals (X12 005010, basic character set), so capitals are no difference.
function isOfCase({ billed, now }: BilledChange): boolean {
  return (
    typeof billed === 'string' &&
    typeof now === 'string' &&
    billed.trim().toUpperCase() === now.trim().toUpperCase()
  )
}

function sumOf(lines: readonly ClaimLine[]): number {
  return lines.reduce((sum, line) => sum + (line.cents ?? 0), 0)
}
