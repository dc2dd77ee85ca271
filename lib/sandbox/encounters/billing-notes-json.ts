import type { StatusFacts } from './claim-status.ts'
import { type EncounterInput, wholeItems } from './encounter-input.ts'
import { derivedId, derivedNumber } from './ids.ts'

/** The part of an encounter that its notes depend on. */
export type Noted = {
  encounterId: string
  claimStatus: string
  statusFacts: StatusFacts
  /** ISO instants: of the encounter, and of its entry into its work queue. */
  createdAt: string
  queuedAt: string
  /** True if the control plane never moved the claim: then people can have written about it. */
  isDemo: boolean
}

type Note = {
  text: string
  at: string
  type: 'manual' | 'system' | 'queue_added' | 'queue_moved' | 'task_created'
  author?: string
  metadata?: object
}

// Invented people of the partner.
const staff = ['Rosalind Achterberg', 'Tomas Eklund', 'Priya Venkataraghavan']

/**
 * The billing notes of an encounter: those of its captures or request, then those of the partner.
 * The partner notes each entry into a work queue, a task for the provider, and the write-off of a
 * final denial. ASSUMED: encounter-partner-notes
 */
export function billingNotesJson(noted: Noted, { billing_notes }: EncounterInput) {
  const { encounterId, createdAt } = noted
  const sent = wholeItems(billing_notes, 'text').map(({ text }): Note => ({
    text: text!,
    at: createdAt,
    type: 'manual',
  }))
  return [...sent, ...partnerNotes(noted)].map(({ text, at, type, author, metadata = null }, i) => {
    const authorId = author === undefined ? null : `auth0|${derivedId('partner staff', author)}`
    return {
      billing_note_id: derivedId(encounterId, `billing_notes.${i}`),
      encounter_id: encounterId,
      created_at: at,
      // The description and the published client use different names. ASSUMED: billing-note-author
      author_idp_id: authorId,
      author_auth0_id: authorId,
      author_name: author ?? null,
      billing_note_type: type,
      billing_note_metadata: metadata,
      text,
    }
  })
}

function partnerNotes({
  encounterId,
  claimStatus,
  statusFacts: { queue },
  queuedAt: at,
  isDemo,
}: Noted): Note[] {
  const author = staff[derivedNumber(encounterId, 'author', staff.length)]!
  if (claimStatus === 'finalized_denied')
    return [{ text: 'The balance was written off after the final denial.', at, type: 'system' }]
  if (queue === '') return []
  const isMoved = isDemo && claimStatus === 'denied' && derivedNumber(encounterId, 'moved', 3) === 0
  const notes = isMoved
    ? [added('era-review', at), moved('era-review', queue, at, author)]
    : [added(queue, at)]
  if (claimStatus === 'waiting_for_provider')
    notes.push({
      text: 'The provider is asked for the missing information.',
      at,
      type: 'task_created',
      author,
      metadata: {
        type: 'task_created',
        task_id: derivedId(encounterId, 'task'),
        task_type: 'Missing information',
      },
    })
  const isCalled = isDemo && ['denied', 'paid_incorrectly', 'rejected'].includes(claimStatus)
  if (isCalled && derivedNumber(encounterId, 'called', 3) === 0)
    notes.push({
      text: 'Called the payer. It looks at the claim again.',
      at,
      type: 'manual',
      author,
    })
  return notes
}

function added(queue: string, at: string): Note {
  const metadata = { type: 'queue_added', queue_id: queue, queue_name: queueName(queue) }
  return { text: `Added to the queue ${queueName(queue)}.`, at, type: 'queue_added', metadata }
}

function moved(from: string, to: string, at: string, author: string): Note {
  return {
    text: `Moved from the queue ${queueName(from)} to ${queueName(to)}.`,
    at,
    type: 'queue_moved',
    author,
    metadata: {
      type: 'queue_moved',
      from_queue_id: from,
      from_queue_name: queueName(from),
      to_queue_id: to,
      to_queue_name: queueName(to),
    },
  }
}

const names: Record<string, string> = {
  'missing-information': 'Missing information',
  held: 'Held',
  rejections: 'Rejections',
  'era-review': 'ERA review',
  underpayments: 'Underpayments',
  denials: 'Denials',
}

function queueName(queue: string): string {
  return names[queue] ?? queue
}
