import { type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { type LoadedEncounter, centsOf, itemsOf } from '#components/encounters/loaded-encounter.ts'

/** One item of an invoice: what it is for, in whole cents. */
export type InvoiceItem = { key: string; label: string; cents: number | undefined }

/**
 * The items of an invoice by line, what is asked for a claim beyond its lines, and what belongs to
 * neither; with their sum. A claim's item is the sum of its lines' items, so only the rest of it is
 * an item of its own.
 */
export function invoiceItems(
  invoice: JsonObject,
  encounter: LoadedEncounter,
): { items: InvoiceItem[]; total: number } {
  const info = isJsonObject(invoice.items) ? invoice.items : {}
  const items = [
    ...objectsIn(info.claim_invoice_items).flatMap(([claimId, ofClaim]) =>
      itemsOfClaim(claimId, ofClaim, encounter),
    ),
    ...unattributed(info),
  ]
  return { items, total: items.reduce((sum, item) => sum + (item.cents ?? 0), 0) }
}

function itemsOfClaim(
  claimId: string,
  ofClaim: JsonObject,
  { claims, lines }: LoadedEncounter,
): InvoiceItem[] {
  const byLine = objectsIn(ofClaim.service_line_invoice_items).map(([lineId, item]) => {
    const line = lines.find(({ id }) => id === lineId)
    return {
      key: lineId,
      label: line
        ? [line.service, ...line.modifiers].join(' ')
        : 'A line that is not of this encounter',
      cents: centsOf(item.amount_cents),
    }
  })
  const whole = isJsonObject(ofClaim.claim_invoice_item)
    ? centsOf(ofClaim.claim_invoice_item.amount_cents)
    : undefined
  const rest =
    whole === undefined ? 0 : whole - byLine.reduce((sum, item) => sum + (item.cents ?? 0), 0)
  const isOwn = claims.some(({ id }) => id === claimId)
  return rest === 0
    ? byLine
    : [
        ...byLine,
        { key: claimId, label: isOwn ? 'The claim, by no line' : 'Another claim', cents: rest },
      ]
}

function unattributed(info: JsonObject): InvoiceItem[] {
  return itemsOf(info.unattributed_items).map((item, place) => ({
    key: `unattributed ${place}`,
    label: 'For no claim',
    cents: centsOf(item.amount_cents),
  }))
}

function objectsIn(value: unknown): [string, JsonObject][] {
  return isJsonObject(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    : []
}
