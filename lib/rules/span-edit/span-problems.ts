import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import type { Issue } from '#lib/core/result.ts'
import { isUuid } from '#lib/core/uuid.ts'
import { type SpanKind, spanDateNames } from './span-terms.ts'

const words: { [member: string]: string } = {
  contracting_provider_id: 'the contracting provider',
  payer_uuid: 'the payer',
  service_facility_id: 'the service facility',
  rendering_provider_id: 'the rendering provider',
}

/**
 * The problems for which the partner would certainly reject a span, each at its control. `needed`
 * are the required ids. Source: the description's credentialing spans (ids are UUIDs, dates are
 * dates); a span with its end before its start covers nothing.
 */
export function spanProblems(kind: SpanKind, body: JsonObject, needed: readonly string[]): Issue[] {
  const issues: Issue[] = []
  for (const name of needed) {
    const problem = idProblem(body[name], words[name] ?? name)
    if (problem) issues.push({ path: name, message: problem })
  }
  for (const name of spanDateNames)
    if (body[name] && !isDay(body[name]))
      issues.push({ path: name, message: 'Enter a real date, or leave it empty.' })
  const { start_date: start, end_date: end } = body
  if (isDay(start) && isDay(end) && end < start)
    issues.push({ path: 'end_date', message: 'The end date is before the effective date.' })
  const where = kind === 'provider' ? regionsProblem(body.regions) : undefined
  if (where) issues.push({ path: 'regions', message: where })
  return issues
}

/**
 * Allowed values that look like mistakes, each at its control. Source: field knowledge of
 * enrolment.
 */
export function spanWarnings({
  start_date: start,
  end_date: end,
  submitted_date: submitted,
  payer_loaded_date: loaded,
}: JsonObject): Issue[] {
  const issues: Issue[] = []
  if (isDay(submitted) && isDay(loaded) && loaded < submitted)
    issues.push({
      path: 'payer_loaded_date',
      message: 'The loaded date is before the submitted date.',
    })
  if (isDay(loaded) && isDay(end) && end < loaded)
    issues.push({ path: 'payer_loaded_date', message: 'The loaded date is after the end date.' })
  if (isDay(loaded) && !isDay(start))
    issues.push({
      path: 'start_date',
      message: 'Loaded by the payer, but without an effective date it covers nothing.',
    })
  return issues
}

function idProblem(id: Json | undefined, what: string): string | undefined {
  if (typeof id !== 'string' || id.trim() === '') return `Choose ${what}, or enter its ID.`
  if (isUuid(id)) return undefined
  if (/^\d{10}$/.test(id))
    return `This is an NPI. Enter the partner’s ID of ${what}, or find it by name.`
  return `This isn’t a partner ID. Find ${what} by name, or enter its ID exactly as the partner has it.`
}

function regionsProblem(regions: Json | undefined): string | undefined {
  if (!isJsonObject(regions))
    return 'Choose where it applies: the whole country, or certain states.'
  if (regions.type !== 'states') return undefined
  return Array.isArray(regions.states) && regions.states.length > 0
    ? undefined
    : 'Choose at least one state, or the whole country.'
}

function isDay(value: Json | undefined): value is string {
  return typeof value === 'string' && isLocalDate(value)
}
