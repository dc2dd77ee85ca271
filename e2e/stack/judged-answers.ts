import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Service, startService } from '#lib/commands/service.ts'

/**
 * Starts a sandbox that checks each of its answers against the wire facts and writes the faults to
 * the run's folder.
 */
export function startJudgedSandbox(
  name: string,
  args: string[],
  { runFolder, databaseUrl, log }: { runFolder: string; databaseUrl: string; log: string },
): Service {
  return startService(name, 'lib/sandbox/conformance/judged-sandbox.ts', {
    args,
    env: { SANDBOX_DATABASE_URL: databaseUrl, JUDGED_ANSWERS: fileIn(runFolder) },
    log,
  })
}

/**
 * The result of a run's checks: throws with every fault, or if no answer was checked; otherwise
 * returns a line for a person.
 */
export function verdictOf(runFolder: string): string {
  const file = fileIn(runFolder)
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { fault?: string; judged?: number })
    : []
  const faults = Map.groupBy(
    lines.flatMap(({ fault }) => fault ?? []),
    withoutIds,
  )
  const judged = lines.reduce((sum, line) => sum + (line.judged ?? 0), 0)
  if (faults.size > 0)
    throw new Error(
      `The sandbox gave answers that do not fit the wire schema:\n${[...faults].map(([, [first, ...more]]) => `  - ${first}${more.length > 0 ? ` (and ${more.length} more like it)` : ''}`).join('\n')}`,
    )
  if (judged === 0)
    throw new Error(
      'No answer of the sandbox was held against the wire schema: its judge did not run.',
    )
  return `${judged} answers of the sandbox fit the wire schema.`
}

const fileIn = (runFolder: string) => path.join(runFolder, 'judged-answers.jsonl')

// The same fault on many records is reported once.
function withoutIds(fault: string): string {
  return fault.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
}
