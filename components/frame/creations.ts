import type { OperationId } from '#lib/contract/operations.ts'

/** A page that makes a new record: the palette leads to it, and the list's "New" where it has one. */
export type Creation = { label: string; href: string; task: OperationId }

/** What can be made by hand. The first of a list's records is its "New". */
export const creations: readonly Creation[] = [
  { label: 'New charge capture', href: '/charge-captures/new', task: 'createChargeCapture' },
  {
    label: 'New charge capture from pre-encounter records',
    href: '/charge-captures/new-from-pre-encounter',
    task: 'createChargeCaptureFromPreEncounter',
  },
  {
    label: 'New encounter from pre-encounter records',
    href: '/encounters/new-from-pre-encounter',
    task: 'createEncounterFromPreEncounter',
  },
  { label: 'New contract', href: '/contracts/new', task: 'createContractV3' },
  { label: 'New facility span', href: '/credentialing/facility-spans/new', task: 'createFacilityCredentialingSpan' },
  { label: 'New provider span', href: '/credentialing/provider-spans/new', task: 'createProviderCredentialingSpan' },
]
