import 'server-only'
import { now } from '#lib/console/clock.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import type { Journal } from './write-once.ts'
import type { Checking } from './write-replies.ts'

/** A write is sent once more at most, and only after a look at the record showed that it was not made. */
export const maxSends = 2

// A write whose connection broke may still be under way inside the partner for a moment.
const underWayMs = 1_500

/** True while a write that was just sent may still be carried out, so that seeing nothing of it proves nothing. */
export function mayBeOnItsWay(sentAt: Date): boolean {
  return now() - sentAt.getTime() < underWayMs
}

/** Nobody can tell yet: whoever asks again with the operation's id has the record looked at again. */
export async function checking(journal: Journal): Promise<Result<Checking>> {
  await journal.unknown()
  return ok({ kind: 'checking' })
}

/**
 * What an unknown outcome is about ("the change was saved"), and what checking again never does ("nothing is written
 * twice"). `advice` is the sentence for writes that cannot be checked by asking again.
 */
export type UnknownWords = { what: string; promise?: string; advice?: string }

/** The failure for an outcome that is still unknown after a look; `trouble` is why. The operation stays open. */
export async function stillUnknown(
  journal: Journal,
  { what, promise, advice }: UnknownWords,
  trouble: Partial<Failure> = {},
): Promise<Result<never>> {
  await journal.unknown()
  const why = trouble.message === undefined ? '' : ` ${trouble.message}`
  const next = advice ?? (promise === undefined ? 'Check again.' : `Check again; ${promise}.`)
  return fail('OutcomeUnknown', `It is not known whether ${what}.${why} ${next}`, { status: trouble.status ?? 0 })
}
