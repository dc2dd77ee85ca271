import { csvLine, csvStart } from '#lib/core/csv.ts'
import { csvDelimiter, csvRows } from '#lib/core/csv-rows.ts'
import { cellFault, plainTable, tableFault } from '#lib/core/table-text.ts'
import {
  everyOther,
  isEmpty,
  limitNames,
  limitText,
  writtenLimits,
  type PayerLimits,
  type PayerRule,
} from './rulebook.ts'

// The rulebook as a CSV file: the export has the columns that the import takes.

/** The most payers of one file. */
export const mostRules = 2_000

/** The most characters of a file: 2,000 payers with long names and sources. */
const mostCharacters = 1_500_000

const columns = {
  payer_id: 'Payer ID',
  payer: 'Payer',
  original: 'Original claim',
  corrected: 'Corrected claim',
  appeal: 'Appeal',
  secondary: 'Secondary claim',
  source: 'Where it comes from',
} as const
type Column = keyof typeof columns
const names = Object.keys(columns) as Column[]

/** The name of every other payer, whose id is empty. */
export const everyOtherName = 'Every other payer'

/** Why a file is refused. `line` is the line of the file, from 1; 0 where no line is at fault. */
export type RuleProblem = { line: number; message: string }

/** The rulebook as CSV text; payers without limits have empty cells. */
export function ruleFile(rules: readonly PayerRule[]): string {
  const lines = rules.map(({ payer_id, payer, limits, source }) => [
    payer_id,
    payer,
    ...limitNames.map((name) => {
      const limit = limits[name]
      const isPlain = name !== 'corrected' || limits.corrected_from === undefined
      return typeof limit === 'number' && isPlain ? limit : limitText(limits, name)
    }),
    source,
  ])
  return csvStart + [Object.values(columns), ...lines].map(csvLine).join('')
}

/**
 * Reads a CSV file of limits. One wrong line refuses the whole file: every wrong line is named with
 * its reason, and nothing of the file may be stored. An empty cell is a limit that is not entered.
 */
export function readRuleFile(text: string): { rules: PayerRule[] } | { problems: RuleProblem[] } {
  if (text.length > mostCharacters) return refused('This file is too large. Split it.')
  const fault = tableFault(text)
  if (fault) return refused(fault)
  const plain = plainTable(text)
  const [heading, ...rows] = csvRows(
    plain,
    csvDelimiter(plain, (cell) => columnOf(cell) !== undefined),
  )
  if (!heading) return refused('The file is empty.')
  const places = new Map(heading.cells.map((cell, place) => [columnOf(cell), place]))
  const missing = names.filter((name) => !places.has(name)).map((name) => columns[name])
  if (missing.length > 0)
    return { problems: [{ line: heading.line, message: `Has no column ${missing.join(', ')}.` }] }
  const problems: RuleProblem[] = []
  const lineOf = new Map<string, number>()
  const rules: PayerRule[] = []
  for (const { line, cells } of rows) {
    const textOf = (name: Column) => unescaped(cells[places.get(name)!] ?? '') // none is missing
    if (cells.length !== heading.cells.length) {
      const [has, wants] = [cells.length, heading.cells.length]
      problems.push({ line, message: `Has ${has} columns instead of ${wants}.` })
      continue
    }
    const found = ruleOf(textOf)
    const known = 'problem' in found ? undefined : lineOf.get(found.rule.payer_id)
    if ('problem' in found) problems.push({ line, message: found.problem })
    else if (known !== undefined)
      problems.push({ line, message: `Repeats the payer of line ${known}.` })
    else {
      lineOf.set(found.rule.payer_id, line)
      rules.push(found.rule)
    }
  }
  if (problems.length > 0) return { problems }
  if (rules.length === 0) return refused('The file has no payers.')
  if (rules.length > mostRules)
    return refused(`The file has more than ${mostRules.toLocaleString('en-US')} payers. Split it.`)
  return { rules }
}

/** What a file does to the limits that are stored: how many payers, and who loses a limit. */
export type RuleChanges = { added: number; changed: number; same: number; losing: string[] }

/** Compares the rules of a file with what is stored. */
export function ruleChanges(
  rules: readonly PayerRule[],
  stored: readonly { payer_id: string; own?: PayerLimits | undefined; source: string }[],
): RuleChanges {
  const known = new Map(stored.map((row) => [row.payer_id, row]))
  const changes: RuleChanges = { added: 0, changed: 0, same: 0, losing: [] }
  for (const { payer_id, payer, limits, source } of rules) {
    const { own = {}, source: was = '' } = known.get(payer_id) ?? {}
    const isLosing = limitNames.some(
      (name) => own[name] !== undefined && limits[name] === undefined,
    )
    const isSame =
      limitNames.every((name) => limitText(own, name) === limitText(limits, name)) &&
      (isEmpty(limits) || source === was)
    if (isLosing) changes.losing.push(payer)
    if (isSame) changes.same += 1
    else if (isEmpty(own)) changes.added += 1
    else changes.changed += 1
  }
  return changes
}

function columnOf(cell: string): Column | undefined {
  const wanted = cell.trim().toLowerCase()
  return names.find((name) => columns[name].toLowerCase() === wanted)
}

function ruleOf(textOf: (name: Column) => string): { rule: PayerRule } | { problem: string } {
  const [payer_id, payer, source] = [textOf('payer_id'), textOf('payer'), textOf('source')]
  if (payer === '') return { problem: 'Has no payer.' }
  if (payer_id === everyOther && payer !== everyOtherName)
    return { problem: `${payer} has no payer ID.` }
  for (const [name, text] of Object.entries({ payer_id, payer })) {
    const fault = cellFault(text)
    if (fault) return { problem: `${columns[name as Column]} is “${text}”. ${fault}` }
  }
  const long = [payer_id, payer, source].find((text) => text.length > 200)
  if (long !== undefined) return { problem: 'Has a text of more than 200 characters.' }
  const { limits, wrong } = writtenLimits(textOf)
  const [first] = wrong
  if (first) {
    const text = textOf(first.name).slice(0, 40)
    return { problem: `${columns[first.name]} of ${payer} is “${text}”. ${first.advice}` }
  }
  if (!isEmpty(limits) && source === '')
    return { problem: `${payer} has limits, but not where they come from.` }
  return { rule: { payer_id, payer, limits, source } }
}

// A file of ours has an apostrophe before what a spreadsheet would run as a formula.
function unescaped(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '')
}

function refused(message: string): { problems: RuleProblem[] } {
  return { problems: [{ line: 0, message }] }
}
