import type { Json } from '#lib/core/json.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import type { AskedFields } from '#lib/rules/queue/row-proposals.ts'
import { classOf } from './change-class.ts'

// The list of the queue asks about as many.
const mostAsked = 200

/**
 * What tells the rows of a table of values apart beside the present value: the payer's name for a
 * payer id, the provider's for an NPI, the NPI of the billing or the rendering provider for its other
 * members (`party`), the capture where each patient or visit has a value of its own, nothing for
 * other fields.
 */
export type ValueRowsBy = 'payer' | 'provider' | 'party' | 'capture' | 'value'

/**
 * One row of a table of values: captures that have the same value now and take the same new one.
 * `now` is the text of a control, `name` what tells the row apart. `claims` are places in the
 * table's claims; `cents` what these are worth, each claim once.
 */
export type ValueRow = {
  id: string
  now: string
  name?: string
  patient?: string
  patient_id?: string
  /** The controls in error of its first captures, whose records may know the new value. */
  fields: AskedFields[]
  captures: ValueCapture[]
  payers: { name: string; captures: number }[]
  claims: number[]
  cents: number
}

/**
 * A capture of a row: the place of its claim, and what the person gave it in an earlier preview, ''
 * for nothing.
 */
export type ValueCapture = {
  id: string
  external_id: string
  payer?: string
  claim: number
  typed?: string
}

/**
 * The claims of a table: what each is worth in whole cents, where that is known, and whether it
 * stays in error whatever the rows get: it has errors of other causes, or a capture without a row.
 */
export type ValueClaim = { cents?: number; is_left: boolean }

export type ValueTable = {
  rows: ValueRow[]
  claims: ValueClaim[]
  captures: number
  /**
   * Captures that no row has: the error names no capture or no one field, the value cannot be shown
   * as a text, or the capture has several values.
   */
  aside: number
}

/** The billing or rendering provider that the field of an item belongs to. */
export type ItemParty = { npi?: string; name?: string }

/** What a table needs of an item of the queue: texts of its claim, and the JSON text of its value. */
type Item = {
  [
    Name in
      | 'capture_id'
      | 'external_id'
      | 'path'
      | 'value'
      | 'payer'
      | 'rendering'
      | 'patient'
      | 'patient_id'
  ]?: string | undefined
} & {
  claim_creation_id: string
  cents?: number | undefined
  party?: ItemParty
}

/**
 * What tells the rows for a field apart. Where setting one value for many is refused, each capture
 * has a row: so does an id of a payer or a provider whose name the queue does not know.
 */
export function valueRowsBy(path: string): ValueRowsBy {
  if (classOf({ kind: 'set', path }, []).kind === 'refused') return 'capture'
  if (path === 'data.subscriber_primary.insurance_card.payer_id') return 'payer'
  if (path === 'data.rendering_provider.npi') return 'provider'
  if (/^data\.(?:billing|rendering)_provider\.(?!npi$)/.test(path)) return 'party'
  // Each organization and each person has an own one.
  return /(?:^|[._])(?:npi|payer_id|tax_id|taxonomy_code)$/.test(path) ? 'capture' : 'value'
}

/**
 * The table of values of a cause's items, the rows with the most money first. `otherErrors` are the
 * claim creations with errors of other causes. No row of one capture is in another one.
 */
export function valueTableOf(
  items: readonly Item[],
  by: ValueRowsBy,
  { shape, otherErrors }: { shape: FieldShape; otherErrors: ReadonlySet<string> },
): ValueTable {
  const claims = new Map<string, { place: number; claim: ValueClaim }>()
  for (const { claim_creation_id: id, cents } of items)
    if (!claims.has(id))
      claims.set(id, {
        place: claims.size,
        claim: { ...(cents !== undefined && { cents }), is_left: otherErrors.has(id) },
      })
  const captures = Map.groupBy(items, ({ capture_id, claim_creation_id }) =>
    capture_id === undefined ? `claim ${claim_creation_id}` : `capture ${capture_id}`,
  )
  const rows = new Map<string, Item[]>()
  const namesOf = new Map<Item, string[]>()
  let aside = 0
  for (const group of captures.values()) {
    const [first] = group as [Item, ...Item[]] // a group has a first item
    const nows = new Set(group.map(({ value }) => nowOf(value, shape)))
    const now = [...nows][0]
    const isUsable =
      nows.size === 1 &&
      now !== undefined &&
      first.capture_id !== undefined &&
      first.external_id !== undefined &&
      group.every(({ path }) => path !== undefined)
    if (!isUsable) {
      aside += 1
      claims.get(first.claim_creation_id)!.claim.is_left = true
      continue
    }
    const key = JSON.stringify([now, keyOf(first, by)])
    rows.set(key, [...(rows.get(key) ?? []), first])
    namesOf.set(first, [...new Set(group.flatMap(({ path }) => path ?? []))])
  }
  const worth = [...claims.values()].map(({ claim }) => claim)
  const askedOfRow = Math.max(1, Math.floor(mostAsked / Math.max(1, rows.size)))
  const made = [...rows].map(([id, group]): ValueRow => {
    const [first] = group as [Item, ...Item[]]
    const name = nameOf(first, by)
    const of = group.map(({ capture_id, external_id, payer, claim_creation_id }) => ({
      id: capture_id!, // only usable captures are in a row
      external_id: external_id!,
      ...(payer !== undefined && { payer }),
      claim: claims.get(claim_creation_id)!.place,
    }))
    return {
      id,
      now: nowOf(first.value, shape)!,
      ...(name !== undefined && { name }),
      ...(by === 'capture' && patientOf(first)),
      fields: group.slice(0, askedOfRow).map((item) => ({
        claim_creation_id: item.claim_creation_id,
        charge_capture_id: item.capture_id!,
        names: namesOf.get(item) ?? [],
      })),
      ...amountsOf(of, worth),
    }
  })
  return {
    rows: made.toSorted((a, b) => b.cents - a.cents || (a.id < b.id ? -1 : 1)),
    claims: worth,
    captures: captures.size,
    aside,
  }
}

function amountsOf(captures: ValueCapture[], worth: readonly ValueClaim[]) {
  const claims = [...new Set(captures.map(({ claim }) => claim))]
  return {
    captures,
    payers: countsOf(captures.flatMap(({ payer }) => payer ?? [])),
    claims,
    cents: claims.reduce((sum, place) => sum + (worth[place]?.cents ?? 0), 0),
  }
}

/**
 * The parts of a row whose captures differ in something, each a row of its own: the first of them has
 * the row's id.
 */
export function partsOf(
  row: ValueRow,
  { claims }: Pick<ValueTable, 'claims'>,
  keyOf: (captureId: string) => string,
): ValueRow[] {
  const parts = Map.groupBy(row.captures, ({ id }) => keyOf(id))
  if (parts.size < 2) return [row]
  return [...parts].map(([key, captures], at) => ({
    ...row,
    ...(at > 0 && { id: JSON.stringify([row.id, key]) }),
    fields: row.fields.filter(({ charge_capture_id: id }) => keyOf(id) === key),
    ...amountsOf(captures, claims),
  }))
}

// A value that no control can show has no text.
function nowOf(value: string | undefined, shape: FieldShape): string | undefined {
  return toText(value === undefined ? undefined : (JSON.parse(value) as Json), shape)
}

function nameOf(item: Item, by: ValueRowsBy): string | undefined {
  if (by === 'payer') return item.payer
  if (by === 'provider') return item.rendering
  if (by !== 'party') return undefined
  const { npi, name } = item.party ?? {}
  return name ?? (npi && `NPI ${npi}`)
}

// Two organizations of one name have two NPIs, and without one nobody knows whose the capture is.
function keyOf(item: Item, by: ValueRowsBy): string | undefined {
  if (by === 'capture') return item.capture_id
  return by === 'party' ? (item.party?.npi ?? item.capture_id) : nameOf(item, by)
}

function patientOf({ patient, patient_id }: Item): Pick<ValueRow, 'patient' | 'patient_id'> {
  return {
    ...(patient !== undefined && { patient }),
    ...(patient_id !== undefined && { patient_id }),
  }
}

function countsOf(names: readonly string[]): ValueRow['payers'] {
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, group]) => ({ name, captures: group.length }))
    .toSorted((a, b) => b.captures - a.captures || (a.name < b.name ? -1 : 1))
}

/** How many captures have a new value, which claims should bill, and what these are worth in cents. */
export type ValueSum = {
  captures: number
  of: number
  claims: number
  cents: number
  /** Claims with a capture that has a new value. */
  ofClaims: number
  /** Claims of which nobody knows whether they bill, because a new value is not looked up yet. */
  unknown: number
  /** Claims that stay in error although their rows have a value, and so are not in `cents`. */
  left: number
}

/**
 * What the rows with a new value free: a claim should bill once all its rows have one, and not while
 * it has other errors. `of` is the whole table, whatever is typed. `isKnown`: somebody knows that the
 * partner takes the row's new value.
 */
export function valueSumOf(
  { rows, claims, captures }: ValueTable,
  isFilled: (row: ValueRow) => boolean,
  isKnown: (row: ValueRow) => boolean = () => true,
): ValueSum {
  const empty = new Set(rows.flatMap((row) => (isFilled(row) ? [] : row.claims)))
  const filled = rows.filter(isFilled)
  const freed = [...new Set(filled.flatMap((row) => row.claims))].filter(
    (place) => !empty.has(place),
  )
  const centsOf = (places: Iterable<number>) =>
    [...places].reduce((sum, place) => sum + (claims[place]?.cents ?? 0), 0)
  const alone = freed.filter((place) => !claims[place]!.is_left)
  const open = new Set(filled.flatMap((row) => (isKnown(row) ? [] : row.claims)))
  const known = alone.filter((place) => !open.has(place))
  return {
    captures: filled.reduce((sum, row) => sum + row.captures.length, 0),
    of: captures,
    claims: known.length,
    cents: centsOf(known),
    ofClaims: new Set(filled.flatMap((row) => row.claims)).size,
    left: freed.length - alone.length,
    unknown: alone.length - known.length,
  }
}
