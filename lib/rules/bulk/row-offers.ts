import { toText } from '#lib/rules/edit/draft-text.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { agreeing, onlySure, rankProposals, type Proposal } from '#lib/rules/queue/proposals.ts'
import { partsOf, type ValueRow, type ValueTable } from './value-table.ts'

/** A value that is offered for a row: the text of a control and where it comes from. */
export type RowOffer = { text: string; source: string }

/**
 * What is offered for the rows, by the id of a row: the one value that is sure for all its captures,
 * and near ones.
 */
export type RowOffers = { [row: string]: { sure?: RowOffer; near: RowOffer[] } }

/** Proposals by capture and control. */
export type KnownByCapture = { [capture: string]: { [name: string]: Proposal[] } }

/**
 * The rows of a table with what is proposed for their captures, as the queue's list proposes it. A row
 * whose captures have different proposals becomes several; a capture that was not asked about takes
 * part in what all others have.
 */
export function withOffers<Row extends ValueRow>(
  { rows, claims }: { rows: readonly Row[]; claims: ValueTable['claims'] },
  known: KnownByCapture,
  shape: FieldShape,
): { rows: ValueRow[]; offers: RowOffers } {
  const offers: RowOffers = {}
  const parts = rows.flatMap((row) => {
    const ranked = new Map(
      row.fields.map(({ charge_capture_id: id, names }) => [
        id,
        agreeing(names.map((name) => rankProposals(known[id]?.[name] ?? [], row.now))),
      ]),
    )
    const sureOf = (id: string) => offerOf(onlySure(ranked.get(id) ?? []), shape, row)?.text ?? ''
    const [common, ...others] = new Set(row.fields.map(({ charge_capture_id: id }) => sureOf(id)))
    const rest = others.length === 0 ? (common ?? '') : ''
    const own = partsOf(row, { claims }, (id) => (ranked.has(id) ? sureOf(id) : rest))
    for (const part of own) {
      const shared = agreeing(part.fields.map(({ charge_capture_id: id }) => ranked.get(id) ?? []))
      const offered = shared.flatMap((each) => offerOf(each, shape, row) ?? [])
      if (offered.length === 0) continue
      const sure = offerOf(onlySure(shared), shape, row)
      const near = offered.filter(({ text }) => text !== sure?.text)
      offers[part.id] = { ...(sure && { sure }), near }
    }
    return own
  })
  return { rows: parts, offers }
}

// An empty box skips its row, so that a value which empties the field is left to the record.
function offerOf(
  proposal: Proposal | undefined,
  shape: FieldShape,
  { now }: ValueRow,
): RowOffer | undefined {
  const text = proposal && toText(proposal.value, shape)
  return text === undefined || text === '' || text === now
    ? undefined
    : { text, source: proposal!.source }
}
