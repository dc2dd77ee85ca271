import type { LocalDate } from '#lib/core/local-date.ts'
import type { FacilityNameOf } from '#lib/sandbox/db/capture-columns.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import type { Names } from './names.ts'
import type { Organization } from './organization.ts'
import type { Random } from './random.ts'

/** The input for making contracts; `now` is a UTC instant in milliseconds. */
export type ContractTools = {
  random: Random
  names: Names
  organization: Organization
  today: LocalDate
  now: number
  facilityNameOf: FacilityNameOf
}

/** The rows of contracts, rosters, facilities and spans. */
export type FullBatch = Required<
  Pick<
    DemoDataBatch,
    | 'contracts'
    | 'contractProviders'
    | 'contractFacilities'
    | 'contractFacilityProviders'
    | 'providerSpans'
    | 'facilitySpans'
  >
>
