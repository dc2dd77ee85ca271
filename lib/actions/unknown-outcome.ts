import 'server-only'
import { now } from '../console/clock.ts'

/** A write is sent once more at most, and only after a look at the record showed that it was not made. */
export const maxSends = 2

// A write whose connection broke may still be under way inside the partner for a moment.
const underWayMs = 1_500

/** True while a write that was just sent may still be carried out, so that seeing nothing of it proves nothing. */
export function mayBeOnItsWay(sentAt: Date): boolean {
  return now() - sentAt.getTime() < underWayMs
}
