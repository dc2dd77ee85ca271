import { isJsonObject, sameJson, toNumber, type Json, type JsonObject } from '#lib/core/json.ts'
import { keyLines } from './align-rows.ts'
import {
  chooseOrConflict,
  join,
  noteTheirs,
  original,
  own,
  plainWinner,
  same,
  type Run,
  type Side,
} from './merge-run.ts'
import { mergeRows, type MergedRow } from './merge-rows.ts'
import { nameDiagnoses, namesIn, pointersOf, withNames } from './pointer-names.ts'

type Visit = { diagnoses: Side; service_lines: Side }
type Three = { base: JsonObject; mine: JsonObject; theirs: JsonObject }

/**
 * Merges a visit's diagnoses and lines. Pointers are indexes into their own list of diagnoses, so
 * they are replaced by names, lines and diagnoses are merged, and the names become indexes again.
 */
export function mergeVisit(
  run: Run,
  path: string,
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): Visit {
  const three = { base, mine, theirs }
  const isAlike = (a: JsonObject, b: JsonObject) =>
    same(own(a, 'diagnoses'), own(b, 'diagnoses')) &&
    same(own(a, 'service_lines'), own(b, 'service_lines'))
  // If one side changed neither list, both lists of the other side are taken unchanged.
  if (isAlike(base, theirs) && !run.isUncertain) return visitOf(mine)
  if (isAlike(base, mine)) {
    for (const name of ['diagnoses', 'service_lines'])
      noteTheirs(run, join(path, name), own(base, name), own(theirs, name))
    return visitOf(theirs)
  }
  const names = nameDiagnoses(
    own(base, 'diagnoses'),
    own(mine, 'diagnoses'),
    own(theirs, 'diagnoses'),
  )
  const linesOf = (side: keyof Three) =>
    withNames(run, own(three[side], 'service_lines'), names[side])
  const lines = mergeLines(
    run,
    join(path, 'service_lines'),
    linesOf('base'),
    linesOf('mine'),
    linesOf('theirs'),
  )
  const diagnoses = mergeDiagnoses(
    run,
    join(path, 'diagnoses'),
    three,
    names,
    namesIn(settledLines(run, lines)),
  )
  return { diagnoses: diagnoses.value, service_lines: withPlaces(run, lines, diagnoses, path) }
}

function visitOf(side: JsonObject): Visit {
  return { diagnoses: own(side, 'diagnoses'), service_lines: own(side, 'service_lines') }
}

/** Merged lines as stand-ins, with the rows of both sides that each came from. */
type Lines = { value: Side; rows: { path: string; mine: Side; theirs: Side }[] }

function mergeLines(run: Run, path: string, base: Side, mine: Side, theirs: Side): Lines {
  const whole = (value: Side): Lines => ({ value, rows: rowsWhole(path, value, mine, theirs) })
  const winner = plainWinner(run, base, mine, theirs)
  if (winner === 'mine') return whole(mine)
  if (winner === 'theirs') {
    noteTheirs(run, path, base, theirs)
    return whole(theirs)
  }
  const keyed =
    Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)
      ? keyLines(base, mine, theirs)
      : undefined
  const rows = keyed && mergeRows(run, path, keyed)
  if (!keyed || !rows) return whole(chooseOrConflict(run, path, base, mine, theirs))
  const rowIn = (side: 1 | 2, key: string): Side => keyed[side].rows[keyed[side].keys.indexOf(key)]
  return {
    value: rows.map((row) => row.value),
    rows: rows.map(({ key, path: at }) => ({
      path: at,
      mine: rowIn(1, key),
      theirs: rowIn(2, key),
    })),
  }
}

// The pointers of a line with a conflict are not known yet.
function settledLines(run: Run, { value, rows }: Lines): Side {
  return Array.isArray(value) ? value.filter((_, index) => !isAsked(run, rows[index]!.path)) : value
}

function isAsked(run: Run, path: string): boolean {
  return run.conflicts.some(
    (conflict) =>
      `${conflict.path}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${conflict.path}.`),
  )
}

function rowsWhole(path: string, value: Side, mine: Side, theirs: Side): Lines['rows'] {
  if (!Array.isArray(value)) return []
  const at = (side: Side, index: number): Side =>
    Array.isArray(side) && side.length === value.length ? side[index] : undefined
  return value.map((_, index) => ({
    path: join(path, index),
    mine: at(mine, index),
    theirs: at(theirs, index),
  }))
}

/** Merged diagnoses with their names. */
type Diagnoses = { value: Side; names: string[] }

function mergeDiagnoses(
  run: Run,
  path: string,
  three: Three,
  names: ReturnType<typeof nameDiagnoses>,
  needed: ReadonlySet<string>,
): Diagnoses {
  const [base, mine, theirs] = [
    own(three.base, 'diagnoses'),
    own(three.mine, 'diagnoses'),
    own(three.theirs, 'diagnoses'),
  ]
  const namesOf = (side: keyof Three) => names[side].map(({ name }) => name)
  const wholeOf = (side: 'mine' | 'theirs'): Diagnoses => ({
    value: side === 'mine' ? mine : theirs,
    names: namesOf(side),
  })
  if (names.areUnique && Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const keyed = (side: keyof Three, rows: Json[]) => ({ keys: namesOf(side), rows })
    const rows = mergeRows(
      run,
      path,
      [keyed('base', base), keyed('mine', mine), keyed('theirs', theirs)],
      needed,
    )
    if (rows) return settledRows(rows)
  }
  const winner = plainWinner(run, base, mine, theirs)
  // A whole list is accepted only if it contains every diagnosis that a pointer names.
  if (winner && [...needed].every((name) => namesOf(winner).includes(name))) {
    if (winner === 'theirs') noteTheirs(run, path, base, theirs)
    return wholeOf(winner)
  }
  chooseOrConflict(run, path, base, mine, theirs)
  return wholeOf(run.choices.get(path) ?? 'theirs')
}

function settledRows(rows: MergedRow[]): Diagnoses {
  return { value: rows.map((row) => row.value), names: rows.map((row) => row.key) }
}

function withPlaces(run: Run, lines: Lines, diagnoses: Diagnoses, path: string): Side {
  if (!Array.isArray(lines.value)) return lines.value
  return lines.value.map((line, index) => {
    const pointers = pointersOf(line)
    if (!isJsonObject(line) || !pointers || !run.originals.has(pointers)) return line
    const row = lines.rows[index]!
    const places = placesOf(pointers, diagnoses.names)
    reportRevivedPointers(run, pointers, diagnoses, row, path)
    const spelled = keepSpelling(
      places,
      [row.mine, row.theirs].map((side) => own(original(run, side), 'diagnosis_pointers')),
    )
    const mine = own(original(run, row.mine), 'diagnosis_pointers')
    if (
      mine !== undefined &&
      same(own(row.mine, 'diagnosis_pointers'), pointers) &&
      !sameNumbers(mine, spelled)
    ) {
      run.repointed.push({
        path: join(join(join(path, 'service_lines'), index), 'diagnosis_pointers'),
        before: mine,
        after: spelled,
      })
    }
    return { ...line, diagnosis_pointers: spelled }
  })
}

/**
 * Names as indexes of the merged diagnoses. A diagnosis that a person rejected removes its
 * pointers.
 */
function placesOf(pointers: readonly Json[], names: readonly string[]): Json[] {
  return pointers.flatMap((pointer): Json[] => {
    const name = own(pointer, 'named')
    if (typeof name !== 'string') return [own(pointer, 'other')!] // a stand-in is an object or a list
    const place = names.indexOf(name)
    return place === -1 ? [] : [place]
  })
}

// An invalid pointer must not start to point at a diagnosis that somebody added.
function reportRevivedPointers(
  run: Run,
  pointers: readonly Json[],
  { value }: Diagnoses,
  row: Lines['rows'][number],
  path: string,
): void {
  const count = Array.isArray(value) ? value.length : 0
  const isRevived = pointers.some((pointer) => {
    const place = toNumber(own(pointer, 'other'))
    return place !== undefined && Number.isInteger(place) && place >= 0 && place < count
  })
  if (!isRevived || isAsked(run, row.path) || isAsked(run, join(path, 'diagnoses'))) return
  chooseOrConflict(
    run,
    join(row.path, 'diagnosis_pointers'),
    undefined,
    own(row.mine, 'diagnosis_pointers'),
    own(row.theirs, 'diagnosis_pointers'),
  )
}

// Numbers keep their spelling where they are equal.
function keepSpelling(places: Json[], written: Side[]): Json {
  return written.find((each) => each !== undefined && sameNumbers(each, places)) ?? places
}

function sameNumbers(a: Json, b: Json): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  return a.every(
    (item, index) =>
      sameJson(item, b[index]) ||
      (toNumber(item) !== undefined && toNumber(item) === toNumber(b[index])),
  )
}
