import type { Json } from '#lib/core/json.ts'

/**
 * A change that certainly puts a field right: what the button says, and the wire values to set by control name. `from`
 * and `to` are what the fields say now ('' for nothing) and what they will say.
 */
export type MarkFix = {
  label: string
  sets: readonly { name: string; value: Json }[]
  /** A row that goes to another place of its list instead of values that are set. */
  move?: { list: string; from: number; to: number }
  from?: string
  to?: string
}

/**
 * Something said about a field: by the partner when it could not bill, on refusing a save, by the form itself, or by
 * the console's own checks of what stands in the form now.
 */
export type Mark = {
  from: 'partner' | 'refused' | 'form' | 'check'
  severity: 'error' | 'warning'
  message: string
  fix?: MarkFix
}

/** What is said about fields, by the name of the control or section. */
export type Marks = ReadonlyMap<string, readonly Mark[]>

/** How many fields have an error, and how many have warnings alone. */
export type MarkCount = { errors: number; warnings: number }

/** Who speaks: `said` is what loading and saving brought, `checks` what the rules find in the form as it stands. */
export type MarkLayer = 'said' | 'checks'

/** What is said about a form's fields. Each field listens for its own name, so that news redraws only the fields it is about. */
export type MarkStore = {
  /** Replaces what one speaker says. */
  put: (layer: MarkLayer, marks: Marks) => void
  /** What is said about one field; the same array until that changes. */
  at: (name: string) => readonly Mark[]
  /** The fields at or below a path that something is said about; the same object until something below the path changes. */
  under: (path: string) => MarkCount
  /** Everything that is said; the same map until something changes. */
  all: () => Marks
  /** Calls back when what is said at or below a path changes ('' for everything). Answers how to stop that. */
  listen: (path: string, listener: () => void) => () => void
}

const noMarks: readonly Mark[] = []
const noCount: MarkCount = { errors: 0, warnings: 0 }

/** True where at least one complaint is an error: warnings alone do not make a field invalid. */
export function hasError(marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark.severity === 'error')
}

/** A store of marks, with what is said from the start. */
export function makeMarkStore(said: Marks = new Map()): MarkStore {
  const layers: { [layer in MarkLayer]: Marks } = { said, checks: new Map() }
  const listeners = new Map<string, Set<() => void>>()
  let all: Marks = said
  let counts = countsOf(all)
  return {
    put(layer, marks) {
      layers[layer] = marks
      const next = joined(layers.said, layers.checks, all)
      const changed = changedNames(all, next)
      if (changed.length === 0) return
      const touched = new Set(changed.flatMap(pathsAbove))
      const before = counts
      all = next
      counts = countsOf(all)
      for (const [path, count] of before) if (!touched.has(path)) counts.set(path, count)
      for (const path of touched) for (const listener of listeners.get(path) ?? []) listener()
    },
    at: (name) => all.get(name) ?? noMarks,
    under: (path) => counts.get(path) ?? noCount,
    all: () => all,
    listen(path, listener) {
      const known = listeners.get(path) ?? new Set()
      listeners.set(path, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0) listeners.delete(path)
      }
    },
  }
}

// The rules often say what the partner said already: it is shown once, as the partner's word, with the rule's fix.
function joined(said: Marks, checks: Marks, before: Marks): Marks {
  const names = new Set([...said.keys(), ...checks.keys()])
  const next = new Map<string, readonly Mark[]>()
  for (const name of names) {
    const found = checks.get(name) ?? noMarks
    const spoken = (said.get(name) ?? noMarks).map((mark) => {
      const fix = found.find((check) => check.message === mark.message)?.fix
      return fix ? { ...mark, fix } : mark
    })
    const marks = [...spoken, ...found.filter((check) => !spoken.some((mark) => mark.message === check.message))]
    const old = before.get(name)
    if (marks.length > 0) next.set(name, old && sameMarks(old, marks) ? old : marks)
  }
  return next
}

function changedNames(before: Marks, after: Marks): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}

function countsOf(marks: Marks): Map<string, MarkCount> {
  const counts = new Map<string, MarkCount>()
  for (const [name, list] of marks) {
    const kind = hasError(list) ? 'errors' : 'warnings'
    for (const path of pathsAbove(name)) {
      const count = counts.get(path) ?? { ...noCount }
      count[kind] += 1
      counts.set(path, count)
    }
  }
  return counts
}

// A name and every path around it: `data.a.0.b` -> '', `data`, `data.a`, `data.a.0`, `data.a.0.b`.
function pathsAbove(name: string): string[] {
  const parts = name.split('.')
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('.'))]
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, index) => sameMark(mark, b[index]!))
}

function sameMark(a: Mark, b: Mark): boolean {
  return (
    a === b ||
    (a.from === b.from &&
      a.severity === b.severity &&
      a.message === b.message &&
      JSON.stringify(a.fix) === JSON.stringify(b.fix))
  )
}
