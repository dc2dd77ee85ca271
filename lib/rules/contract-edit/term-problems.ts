import { isLocalDate } from '#lib/core/local-date.ts'
import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import type { Issue } from '#lib/core/result.ts'
import { differingTerms } from './contract-patch.ts'
import { insuranceLines } from './contract-terms.ts'

/**
 * The problems for which the partner would certainly reject a contract's terms, or that an update
 * cannot express (contractChange has no null for these), each at the control that can fix it.
 * Nothing depends on the current date.
 */
export function termProblems(terms: JsonObject, { isStatusNeeded = true } = {}): Issue[] {
  const issues: Issue[] = []
  const say = (path: string, message: string) => issues.push({ path, message })
  const { contract_status: status, effective_date: first, expiration_date: last } = terms
  if (isStatusNeeded && isNothing(status))
    say('contract_status', 'Choose a status. The partner doesn’t allow an empty one.')
  if (isNothing(first)) say('effective_date', 'Enter the effective date.')
  else if (!isDay(first)) say('effective_date', 'Enter a real date.')
  if (!isNothing(last) && !isDay(last))
    say('expiration_date', 'Enter a real date, or leave it empty.')
  else if (isDay(first) && isDay(last) && last < first)
    say('expiration_date', 'The end date is before the effective date.')
  const where = regionsProblem(terms.regions)
  if (where !== undefined) say('regions', where)
  for (const [name, label] of Object.entries(insuranceLines)) {
    const problem = insuranceProblem(terms[name], label)
    if (problem !== undefined) say(name, problem)
  }
  return issues
}

/**
 * The problems that a change introduces. Problems that the loaded contract already had are left
 * out.
 */
export function newTermProblems(base: JsonObject, wanted: JsonObject): Issue[] {
  const changed = new Set(differingTerms(base, wanted))
  return termProblems(wanted).filter(
    ({ path }) =>
      changed.has(path) || (path === 'expiration_date' && changed.has('effective_date')),
  )
}

function regionsProblem(regions: Json | undefined): string | undefined {
  if (isNothing(regions)) return 'Choose where the contract applies.'
  const isEmpty =
    isJsonObject(regions) &&
    regions.type === 'states' &&
    Array.isArray(regions.states) &&
    regions.states.length === 0
  return isEmpty ? 'Choose at least one state, or national.' : undefined
}

function insuranceProblem(types: Json | undefined, label: string): string | undefined {
  if (isNothing(types)) return `Choose the ${label} insurance types that are covered, or none.`
  const isEmpty =
    isJsonObject(types) &&
    types.type === 'theseApply' &&
    !(Array.isArray(types.value) && types.value.length > 0)
  return isEmpty ? `Choose at least one ${label} insurance type, or none.` : undefined
}

function isDay(value: Json | undefined): value is string {
  return typeof value === 'string' && isLocalDate(value)
}

function isNothing(value: Json | undefined): boolean {
  return value === null || value === undefined || value === ''
}
