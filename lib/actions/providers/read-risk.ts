import 'server-only'
import { newestJob, readJobPart } from '#lib/console/jobs/store.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { BoardRow, CaptureAtRisk } from '#lib/rules/coverage/board.ts'
import type { RiskOfPair } from '#lib/rules/coverage/provider-pairs.ts'
import { basisPart, readRecounts, type Basis } from '#lib/actions/coverage-board/board-parts.ts'
import { coverageBoard } from '#lib/actions/coverage-board/make-board.ts'
import { readAnew, readRow } from '#lib/actions/coverage-board/verbs.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** `made_at` (ISO) is the board's; `is_whole` is false if it has more rows than are read. */
export type ProviderRisk = { rows: RiskOfPair[]; made_at: string; is_whole: boolean }

// The rows of a board are read one by one; those with the most money first.
const mostRows = 300

/**
 * The captures at risk of one rendering provider, by payer and contracting provider, as the newest
 * coverage board counted them; null if there is none. It names no capture and no patient.
 */
export async function readRisk(
  { npi }: { npi: string },
  context: ActionContext,
): Promise<ProviderRisk | null> {
  const { connection } = context
  const job = await newestJob(connection, coverageBoard.kind, 'done')
  const anew = job && (await readAnew(job.id, connection))
  if (!anew) return null
  await recordAct(context, 'read', 'readCoverageBoard', [job.id])
  const atRisk = anew.board.rows
    .filter(({ risk: { will, hold, may } }) => will.captures + hold.captures + may.captures > 0)
    .toSorted((a, b) => b.risk.will.cents - a.risk.will.cents)
  const counted = { id: job.id, recounts: await readRecounts(connection, job.id) }
  const own = new Map<number, ReadonlySet<string>>()
  const rows: RiskOfPair[] = []
  for (const row of atRisk.slice(0, mostRows)) {
    const captures =
      own.get(row.group) ?? (await capturesOf(npi, { id: job.id, group: row.group }, connection))
    own.set(row.group, captures)
    if (captures.size === 0) continue
    const { captures: all } = await readRow(row.place, counted, connection)
    const named = all.filter(({ id, rank }) => rank === undefined && captures.has(id))
    if (named.length > 0) rows.push(sumOf(row, named))
  }
  return {
    rows,
    made_at: job.finished_at ?? job.started_at,
    is_whole: atRisk.length <= mostRows,
  }
}

async function capturesOf(
  npi: string,
  { id, group }: { id: string; group: number },
  connection: Connection,
): Promise<ReadonlySet<string>> {
  const text = await readJobPart(connection, id, basisPart(group))
  // makeBoard stored this type
  const basis = text === undefined ? undefined : (JSON.parse(text) as Basis)
  const own = (basis?.captures ?? []).filter(({ rendering_npi }) => rendering_npi === npi)
  return new Set(own.map((capture) => capture.id))
}

function sumOf({ payer, provider }: BoardRow, captures: readonly CaptureAtRisk[]): RiskOfPair {
  return {
    payer: { uuid: payer.uuid, name: payer.name },
    provider: { id: provider.id, name: provider.name },
    captures: captures.length,
    will: captures.filter(({ verdict }) => verdict === 'will-deny').length,
    hold: captures.filter(({ verdict }) => verdict === 'hold').length,
    cents: captures.reduce((sum, { cents = 0 }) => sum + cents, 0),
    without_amount: captures.filter(({ cents }) => cents === undefined).length,
  }
}
