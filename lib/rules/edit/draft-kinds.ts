/** The kinds of drafts, with the operation whose permission each needs. */
export const draftTasks = {
  'charge-capture': 'updateChargeCapture',
  'new-charge-capture': 'createChargeCapture',
  'new-from-pre-encounter': 'createChargeCaptureFromPreEncounter',
  'new-encounter': 'createEncounterFromPreEncounter',
  'new-facility-span': 'createFacilityCredentialingSpan',
  'new-provider-span': 'createProviderCredentialingSpan',
  'facility-span': 'updateFacilityCredentialingSpan',
  'provider-span': 'updateProviderCredentialingSpan',
  contract: 'updateContractV3',
  'new-contract': 'createContractV3',
} as const

/** A form with a draft. */
export type DraftKind = keyof typeof draftTasks

/**
 * The noun for each form; `isNew` if the form creates a record, so its draft has no record to name.
 */
export const draftNames: { readonly [kind in DraftKind]: { noun: string; isNew: boolean } } = {
  'charge-capture': { noun: 'charge capture', isNew: false },
  'new-charge-capture': { noun: 'charge capture', isNew: true },
  'new-from-pre-encounter': { noun: 'charge capture from pre-encounter records', isNew: true },
  'new-encounter': { noun: 'encounter', isNew: true },
  'new-facility-span': { noun: 'facility span', isNew: true },
  'new-provider-span': { noun: 'provider span', isNew: true },
  'facility-span': { noun: 'facility span', isNew: false },
  'provider-span': { noun: 'provider span', isNew: false },
  contract: { noun: 'contract', isNew: false },
  'new-contract': { noun: 'contract', isNew: true },
}

/**
 * The form and record of a draft. `record` is the record's id, or a fixed word for a form that
 * creates a record.
 */
export type DraftPlace = { kind: DraftKind; record: string }

/**
 * Unsaved edits as texts: what they were made on ('' where they were made on nothing), and the
 * edits. Only the form reads them.
 */
export type DraftValue = { base: string; edits: string }

/**
 * The server's row of a form's draft: the last message's revision, and its value; null when the
 * draft was dropped.
 */
export type StoredDraft = { revision: number; value: DraftValue | null; saved_at: string }

/** A draft that a form is opened with. */
export type FoundDraft = DraftValue & { saved_at: string }
