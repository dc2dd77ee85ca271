/** What a draft is the draft of, and the task whose permission it needs. */
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

/** A form whose unsaved edits are kept. */
export type DraftKind = keyof typeof draftTasks

/** What each form is called in a sentence; `isNew` where it makes a record, so that the draft names none. */
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

/** Which form of which record a draft belongs to; `record` is the record's id, or a word for a form that makes a new one. */
export type DraftPlace = { kind: DraftKind; record: string }

/** One opened form's draft at one moment. `editor` is made anew whenever a form is opened; `sequence` rises with every message. */
export type DraftVersion = { editor: string; sequence: number }

/** A draft as it was found: `base` is what the edits were made on, `value` the edits; the form alone knows both texts. */
export type FoundDraft = DraftVersion & { base: string; value: string; saved_at: string }
