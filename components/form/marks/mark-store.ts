import type { Json } from '#lib/core/json.ts'

/**
 * A change that certainly puts a field right: what the button says, and the wire values to set by
 * control name. `from` and `to` are what the fields say now ('' for nothing) and what they will
 * say.
 */
export type MarkFix = {
  label: string
  sets: readonly { name: string; value: Json }[]
  /** A row that goes to another place of its list instead of values that are set. */
  move?: { list: string; from: number; to: number }
  from?: string
  to?: string
  /** Where the value comes from: "Payer list, exact name". */
  source?: string
}

/**
 * A message about a field: from the partner when it could not bill (`partner`) or refused a save
 * (`refused`), from the form itself, or from the console's checks of the form as it is now.
 */
export type Mark = {
  from: 'partner' | 'refused' | 'form' | 'check'
  severity: 'error' | 'warning'
  message: string
  fix?: MarkFix
}

/** The messages about fields, by the name of the control or section. */
export type Marks = ReadonlyMap<string, readonly Mark[]>

/** The number of fields with an error, and with warnings only. */
export type MarkCount = { errors: number; warnings: number }

/**
 * `messages` come from loading and saving; `checks` is what the rules find in the form as it is
 * now.
 */
export type MarkLayer = 'messages' | 'checks'

/**
 * The marks of a form's fields. Each field listens for its own name, so that a change redraws only
 * the fields it is about.
 */
export type MarkStore = {
  /** Replaces the marks of one layer. */
  put: (layer: MarkLayer, marks: Marks) => void
  /** The marks of one field; the same array until they change. */
  at: (name: string) => readonly Mark[]
  /**
   * The number of fields with marks at or below a path; the same object until one of these marks
   * changes.
   */
  under: (path: string) => MarkCount
  /** All marks; the same map until one changes. */
  all: () => Marks
  /**
   * Calls back when a mark at or below a path changes ('' for all). Returns the function that stops
   * it.
   */
  listen: (path: string, listener: () => void) => () => void
}

const noMarks: readonly Mark[] = []
const noCount: MarkCount = { errors: 0, warnings: 0 }

/** True where at least one complaint is an error: warnings alone do not make a field invalid. */
export function hasError(marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark.severity === 'error')
}

/** A store of marks, with the messages that are known from the start. */
export function makeMarkStore(messages: Marks = new Map()): MarkStore {
  const layers: { [layer in MarkLayer]: Marks } = { messages, checks: new Map() }
  const listeners = new Map<string, Set<() => void>>()
  let all: Marks = messages
  let counts = countsOf(all)
  return {
    put(layer, marks) {
      layers[layer] = marks
      const next = joined(layers.messages, layers.checks, all)
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

// A check often finds what the partner reported already: it is shown once, as the partner's
// message, with the check's fix.
function joined(messages: Marks, checks: Marks, before: Marks): Marks {
  const names = new Set([...messages.keys(), ...checks.keys()])
  const next = new Map<string, readonly Mark[]>()
  for (const name of names) {
    const found = checks.get(name) ?? noMarks
    const reported = (messages.get(name) ?? noMarks).map((mark) => {
      const fix = found.find((check) => check.message === mark.message)?.fix
      return fix ? { ...mark, fix } : mark
    })
    const marks = [
      ...reported,
      ...found.filter((check) => !reported.some((mark) => mark.message === check.message)),
    ]
    const old = before.get(name)
    if (marks.length > 0) next.set(name, old && sameMarks(old, marks) ? old : marks)
  }
  return next
}

function changedNames(before: Marks, after: Marks): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
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
