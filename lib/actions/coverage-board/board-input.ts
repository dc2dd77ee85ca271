import type { OtherClaim } from '#lib/rules/coverage/facts.ts'
import type { Unread } from '#lib/rules/coverage/board.ts'
import type { DeniedClaim } from '#lib/rules/coverage/reprocess.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { Rulebook } from '#lib/rules/filing/rulebook.ts'
import type { Pairs } from './pairs.ts'
import type { CaptureRead, FacilityRead } from './read-facts.ts'

/** The board's input; `unread` names the parts that could not be read. */
export type BoardInput = {
  pairs: Pairs
  captures: CaptureRead[]
  /** The claims of the judged captures to their other insurances. */
  others: OtherClaim[]
  /** The number of captures without an id, which cannot be opened. */
  unreadableCaptures: number
  facilities: { byId: Map<string, FacilityRead>; byNpi: Map<string, string> }
  /** Names of rendering providers by NPI. */
  names: Map<string, string>
  unread: Unread[]
  /**
   * The claims with a date of service since `since` that were denied because cover was missing.
   * `failure` says why they could not be read, `unreadable` counts encounters without an id.
   */
  denied: { claims: DeniedClaim[]; since?: LocalDate; failure?: string; unreadable: number }
  /** The filing limits, for the captures that wait. */
  rulebook: Rulebook
}
