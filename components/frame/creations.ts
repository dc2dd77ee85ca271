import type { OperationId } from '#lib/contract/operations.ts'

/** A page that creates a record. The palette and the list's "New" button link to it. */
export type Creation = { label: string; href: string; task: OperationId }

/** The records that can be created by hand. The first entry of a list is its "New" button. */
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
  {
    label: 'New facility span',
    href: '/credentialing/facility-spans/new',
    task: 'createFacilityCredentialingSpan',
  },
  {
    label: 'New provider span',
    href: '/credentialing/provider-spans/new',
    task: 'createProviderCredentialingSpan',
  },
]
