import { isJsonObject, toNumber, type Json, type JsonObject } from '#lib/core/json.ts'
import { repeated } from './align-rows.ts'
import { own, same, type Run, type Side } from './merge-run.ts'

/** A diagnosis of one side: its name, shared by all sides that have it, and its code for people. */
export type NamedDiagnosis = { name: string; code: string }

type Names = {
  base: NamedDiagnosis[]
  mine: NamedDiagnosis[]
  theirs: NamedDiagnosis[]
  areUnique: boolean
}

/**
 * Names for the diagnoses of three sides: type and code, if no side has duplicates. Otherwise only
 * sides with the identical list share names, because equal diagnoses cannot be distinguished.
 */
export function nameDiagnoses(base: Side, mine: Side, theirs: Side): Names {
  const lists = [base, mine, theirs].map((side) => (Array.isArray(side) ? side : []))
  const unclear = new Set(lists.flatMap((list) => repeated(list.map(typeAndCode))))
  const named = (list: Json[], side: string): NamedDiagnosis[] =>
    list.map((row, index) => {
      const key = typeAndCode(row)
      return {
        name: key === undefined || unclear.has(key) ? `${side} ${index}` : `code ${key}`,
        code: codeOf(row) ?? `no. ${index + 1}`,
      }
    })
  return {
    base: named(lists[0]!, 'base'),
    mine: named(lists[1]!, same(base, mine) ? 'base' : 'mine'),
    theirs: named(lists[2]!, same(base, theirs) ? 'base' : same(mine, theirs) ? 'mine' : 'theirs'),
    areUnique:
      unclear.size === 0 &&
      lists.every((list) => list.every((row) => typeAndCode(row) !== undefined)),
  }
}

/** Replaces the pointers of a list of lines with names. The originals can be looked up. */
export function withNames(run: Run, lines: Side, diagnoses: readonly NamedDiagnosis[]): Side {
  if (!Array.isArray(lines)) return lines
  const list = lines.map((line) => {
    const pointers = own(line, 'diagnosis_pointers')
    if (!isJsonObject(line) || !Array.isArray(pointers)) return line
    const names = pointers.map((pointer): Json => {
      const named = diagnoses[toNumber(pointer) ?? -1]
      return named ? { named: named.name } : { other: pointer }
    })
    const standIn: JsonObject = { ...line, diagnosis_pointers: names }
    run.originals.set(names, pointers)
    run.originals.set(standIn, line)
    run.codes.set(
      names,
      pointers
        .map((pointer) => diagnoses[toNumber(pointer) ?? -1]?.code ?? `?${JSON.stringify(pointer)}`)
        .join(', '),
    )
    return standIn
  })
  run.originals.set(list, lines)
  return list
}

/** The names in the pointers of a list of lines. */
export function namesIn(lines: Side): Set<string> {
  const all = (Array.isArray(lines) ? lines : []).flatMap((line) => pointersOf(line) ?? [])
  return new Set(
    all.flatMap((pointer) =>
      typeof own(pointer, 'named') === 'string' ? [own(pointer, 'named') as string] : [],
    ),
  )
}

/** The named pointers of a line; undefined if the line's pointers are not a list. */
export function pointersOf(line: Side): Json[] | undefined {
  const pointers = own(line, 'diagnosis_pointers')
  return Array.isArray(pointers) ? pointers : undefined
}

/** Type and code of a diagnosis; undefined without a code. */
function typeAndCode(row: Json): string | undefined {
  const code = codeOf(row)
  const type = own(row, 'code_type') ?? null
  if (code === undefined || (type !== null && typeof type !== 'string')) return undefined
  return JSON.stringify([type, code])
}

function codeOf(row: Json): string | undefined {
  const code = own(row, 'code')
  return typeof code === 'string' && code !== '' ? code : undefined
}
