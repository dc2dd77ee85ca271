import type { LocalDate } from '#lib/core/local-date.ts'

// A stored body has no text that contains an unescaped quote, so neither pattern can be found inside a value.
const terminated = /"employment_termination_date":"(\d{4}-\d{2}-\d{2})"/

/**
 * The JSON text of an organisation provider as contracts show it, spliced from that of the look-up: the same members and
 * whether the provider is employed on `today`. A provider is employed on the last day still.
 */
export function providerV2Json(body: string, today: LocalDate): string {
  const last = terminated.exec(body)?.[1]
  const status = last !== undefined && last < today ? 'TERMINATED' : 'ACTIVE'
  return `{"employment_status":"${status}",${body.slice(1)}`
}
