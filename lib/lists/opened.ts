/** The kinds of pages that the palette offers again, with the path of each and the task to open it. */
export const openedKinds = {
  'charge-capture': { path: '/charge-captures', task: 'getChargeCapture' },
  'claim-creation': { path: '/claim-creations', task: 'getClaimCreation' },
  encounter: { path: '/encounters', task: 'getEncounter' },
  contract: { path: '/contracts', task: 'getContractV3' },
  'facility-span': {
    path: '/credentialing/facility-spans',
    task: 'getFacilityCredentialingSpan',
  },
  'provider-span': {
    path: '/credentialing/provider-spans',
    task: 'getProviderCredentialingSpan',
  },
  cause: { path: '/queue/causes', task: 'readQueue' },
} as const

/** A kind of page that the palette offers again. */
export type OpenedKind = keyof typeof openedKinds

/** A page that the person opened. `words` name its record, the most important first. */
export type OpenedLine = { kind: OpenedKind; id: string; words: string[] }
