import { type LocalDate, localDateAt } from '#lib/core/local-date.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'

/** The day by the sandbox's clock, in UTC. */
export function sandboxDay(sandbox: Pick<Sandbox, 'now'>): LocalDate {
  return localDateAt(sandbox.now(), 'UTC')
}
