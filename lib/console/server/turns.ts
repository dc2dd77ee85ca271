// Without `server-only`: the front server runs outside Next's bundle.

import type { ServerResponse } from 'node:http'

/** So many requests of one account are at work at once in this process; the rest wait in its line. */
export const mostAtWork = 8
/** So many wait; a person has never that many. */
export const mostWaiting = 200

/** The words for an account with a full line. */
export const tooManyAtOnce =
  'Your account has too many requests at once, so this one was not read and nothing was changed. Try again in a moment.'

type Line = { atWork: number; waiting: (() => void)[] }
const lines = new Map<string, Line>()

/**
 * Waits for a turn among the requests of `whose`, of which `most` are at work. Returns what ends the
 * turn, which may be called again; undefined if too many wait already.
 */
export async function takeTurn(
  whose: string,
  most = mostAtWork,
): Promise<(() => void) | undefined> {
  const line = lines.get(whose) ?? { atWork: 0, waiting: [] }
  lines.set(whose, line)
  if (line.atWork < most) line.atWork += 1
  else if (line.waiting.length >= mostWaiting) return undefined
  else await new Promise<void>((resolve) => line.waiting.push(resolve))
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    // The next one takes this turn over.
    const next = line.waiting.shift()
    if (next) return next()
    line.atWork -= 1
    if (line.atWork === 0) lines.delete(whose)
  }
}

/**
 * Waits for a turn and ends it with the response. `gone` if the person has left meanwhile: their
 * response closes no more.
 */
export async function turnOf(
  response: Pick<ServerResponse, 'closed' | 'once'>,
  whose: string,
  most = mostAtWork,
): Promise<'taken' | 'full' | 'gone'> {
  const end = await takeTurn(whose, most)
  if (!end) return 'full'
  if (response.closed) {
    end()
    return 'gone'
  }
  response.once('close', end)
  return 'taken'
}
