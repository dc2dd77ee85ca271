import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inRoot } from '#lib/commands/shell.ts'
import type { Recorded } from './action-replay.ts'
import { slowOf } from './table.ts'

/**
 * Requests of several kinds at a steady rate: their kinds take turns by `order`, the requests of a
 * kind and the cookies too. An answer with `answers` in it is a good one.
 */
export type Load = {
  perSecond: number
  seconds: number
  order: string[]
  kinds: { [kind: string]: { requests: Recorded[]; answers: string } }
  cookies?: string[]
}

/** One request: when it was due (ms since the begin), how long until its answer's end, and why it failed. */
export type Sample = { kind: string; at: number; ms: number; failure?: string }

/** Sends a load from a process of its own; resolves when the last answer is there. */
export async function sendSteadily(load: Load): Promise<Sample[]> {
  // Room for a second of answers: its memory is seldom tidied while it waits for one.
  const child = fork(inRoot('e2e/bench/send-steadily.ts'), {
    execArgv: ['--max-semi-space-size=64'],
  })
  child.send(load)
  const [samples] = (await once(child, 'message')) as [Sample[]]
  return samples
}

/** The times in ms of the good answers, of one kind or all. */
export function timesOf(samples: readonly Sample[], kind?: string): number[] {
  return samples
    .filter((sample) => sample.failure === undefined && (!kind || sample.kind === kind))
    .map(({ ms }) => ms)
}

/** The time within which 95 of 100 good answers of a kind came, in ms. */
export function slowOfKind(samples: readonly Sample[], kind: string): number {
  return slowOf(timesOf(samples, kind))
}

/** A measure's name with its failures: "Requests that failed: DatabaseAway 12, status 500 1". */
export function withFailures(name: string, samples: readonly Sample[]): string {
  return [name, failuresIn(samples)].filter(Boolean).join(': ')
}

/** How often each failure came, as words; empty without one. */
export function failuresIn(samples: readonly Sample[]): string {
  const counts = Map.groupBy(
    samples.filter(({ failure }) => failure !== undefined),
    ({ failure }) => failure!,
  )
  return [...counts].map(([failure, all]) => `${failure} ${all.length}`).join(', ')
}
