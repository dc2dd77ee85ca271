import 'server-only'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { setAuditRetention } from '#lib/console/trail/archive.ts'
import { verifyTrail, type TrailReport } from '#lib/console/trail/verify.ts'
import {
  keyStatus,
  rotateKeys,
  rotateRoot,
  type KeyOutcome,
  type KeyProgress,
} from './key-rotation.ts'
import { makeNextRootKey } from './root-key.ts'

/** What an operator asks of the key store or the audit trail. */
export type KeyCommand =
  | { name: 'status' | 'rotate' | 'rotate-root' }
  /** Checks the audit trail; `head` is the end that a line of the log names ("41:490f8ZNe…"). */
  | { name: 'verify-trail'; head?: string | undefined }
  /** Sets for how many days rows of the trail stay in the database. */
  | { name: 'set-retention'; days: number }

/** Runs a command and returns its end in words. Throws a StartProblem if it cannot be done. */
export async function runKeyCommand(
  command: KeyCommand,
  {
    report,
    signal,
    settleMs,
  }: { report?: KeyProgress; signal?: AbortSignal; settleMs?: number } = {},
): Promise<string> {
  if (command.name === 'rotate-root')
    return wordsOfRoot(await rotateRoot(makeNextRootKey(), { report, signal }))
  if (command.name === 'verify-trail') {
    const found = await verifyTrail({ expectedHead: command.head, report })
    if (found.problems.length > 0) throw new StartProblem(wordsOfTrail(found))
    return wordsOfTrail(found)
  }
  if (command.name === 'set-retention') {
    await setAuditRetention({ accountId: 'operator', connectionId: null }, command.days)
    return `Rows of the audit trail now stay in the database for ${command.days} days. The daily sweep moves older ones to files.`
  }
  if (command.name === 'rotate')
    return wordsOfRotation(await rotateKeys({ report, signal, settleMs }))
  return wordsOfStatus(await keyStatus())
}

/** The progress of a command in words. */
export function wordsOfProgress({ name }: KeyCommand, done: number, total: number): string {
  if (name === 'verify-trail') return `${done} of ${Math.max(done, total)} rows are checked.`
  return `${done} of ${Math.max(done, total)} values are sealed anew.`
}

function wordsOfTrail({ rows, batches, archived, unsigned, head, problems }: TrailReport): string {
  const end = head ? ` The end is ${head.number}:${head.signature.slice(0, 16)}.` : ''
  const inFiles = archived > 0 ? `, ${archived} of them in archives` : ''
  const state =
    problems.length === 0
      ? 'The audit trail is whole.'
      : 'THE AUDIT TRAIL WAS TAMPERED WITH, OR PARTS OF IT ARE MISSING.'
  return [
    state,
    ...problems,
    `${rows} rows${inFiles} and ${batches} signed batches were checked; ${unsigned} rows are too new for a signature.${end}`,
  ].join('\n')
}

function wordsOfStatus({
  versions,
  isRotating,
  root,
}: Awaited<ReturnType<typeof keyStatus>>): string {
  const lines = versions.map(({ id, madeAt, isInUse, values }) =>
    [
      (id ?? 'before the versions').padEnd(24),
      (isInUse ? 'in use' : 'opens only').padEnd(12),
      (madeAt?.slice(0, 10) ?? '').padEnd(12),
      `${values} ${values === 1 ? 'value' : 'values'}`,
    ].join(''),
  )
  const rotation = isRotating
    ? ['A rotation has begun and not ended: npm run keys -- rotate goes on.']
    : []
  return [`Root key ${root}`, ...lines, ...rotation].join('\n')
}

function wordsOfRotation({ sealed, made, destroyed, left }: KeyOutcome): string {
  return [
    made.length > 0 ? `New versions: ${made.join(', ')}.` : 'An earlier rotation was finished.',
    `Values sealed anew: ${sealed}.`,
    `Versions destroyed: ${destroyed.join(', ') || 'none'}.`,
    ...wordsOfLeft(left),
  ].join('\n')
}

function wordsOfRoot({ sealed, left }: KeyOutcome): string {
  return [
    'The key store is under the new root key.',
    ...(sealed > 0 ? [`Values sealed anew: ${sealed}.`] : []),
    ...(process.env.CONSOLE_ROOT_KEY
      ? [
          'Set CONSOLE_ROOT_KEY to the new key before the next start, and remove CONSOLE_ROOT_KEY_NEXT.',
        ]
      : [
          'The root key file holds the new key. The old one is beside it: backups from before need it.',
        ]),
    'Start each console that runs again, so that it has the new root key.',
    'After a leak of the old root key, also run npm run keys -- rotate.',
    ...wordsOfLeft(left),
  ].join('\n')
}

function wordsOfLeft(left: Map<string, number>): string[] {
  return [...left].map(
    ([column, count]) =>
      `${count} ${count === 1 ? 'value' : 'values'} of ${column} cannot be opened and stay as they are.`,
  )
}
