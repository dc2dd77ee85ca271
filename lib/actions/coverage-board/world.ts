import type { Unread } from '#lib/rules/coverage/board.ts'
import type { Pairs } from './pairs.ts'
import type { CaptureRead, FacilityRead } from './read-facts.ts'

/** Everything that the board is made from, as far as it could be read; `unread` tells the rest. */
export type World = {
  pairs: Pairs
  captures: CaptureRead[]
  /** Captures without an id, which nobody could open. */
  unreadableCaptures: number
  facilities: { byId: Map<string, FacilityRead>; byNpi: Map<string, string> }
  /** Names of rendering providers by NPI. */
  names: Map<string, string>
  unread: Unread[]
}
