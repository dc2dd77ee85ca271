import type { LocalDate } from '#lib/core/local-date.ts'

/** What the organisation's records say of a rendering provider. */
export type KnownProvider = { employment_start_date: string | null; employment_termination_date: string | null }

/** What the organisation's records say of a facility; `name` is folded (lower case, single spaces). */
export type KnownFacility = { name: string; aliases: readonly string[]; status: string }

/** The organisation's master data, as far as one bundle asks for it. */
export type Lookups = {
  /** Today by the sandbox's clock. */
  today: LocalDate
  hasBillingProvider: (npi: string) => boolean
  renderingProvider: (npi: string) => KnownProvider | undefined
  facilityById: (id: string) => KnownFacility | undefined
  facilityByNpi: (npi: string) => KnownFacility | undefined
  hasPayer: (payerId: string) => boolean
  /** Whether an encounter has this external id already. */
  hasExternalId: (externalId: string) => boolean
  /** Whether an encounter has this patient control number already. */
  hasControlNumber: (controlNumber: string) => boolean
}
