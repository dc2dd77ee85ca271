import type { Json } from '#lib/core/json.ts'
import type { BilledChange } from './billed-change.ts'
import { type ClaimLine, modifiersOf, procedureOf, serviceOf } from './billed-lines.ts'
import { isUnlisted } from '#lib/rules/codes/procedure-kinds.ts'
import { classOf } from './classes.ts'
import { meaningChanges, decimalOf, meaningOf } from './meaning.ts'

/**
 * A header value that lines inherit, as billed and now. A line that follows its header is not
 * reported again.
 */
export type HeaderMove = { billed: string | undefined; now: string | undefined }
export type LineContext = {
  place: HeaderMove
  from: HeaderMove
  to: HeaderMove
  authorization: HeaderMove
  replaced: ReadonlyMap<string, string>
}

const compared = new Set([
  'procedure_code',
  'modifiers',
  'diagnosis_pointers',
  'place_of_service_code',
  'date_of_service',
  'end_date_of_service',
  'charge_amount_cents',
  'quantity',
  'units',
  'prior_authorization_number',
])

/** The differences between a billed line and the same line now. */
export function lineChanges(
  billed: ClaimLine,
  now: ClaimLine,
  { place, from, to, authorization, replaced }: LineContext,
): BilledChange[] {
  const changes: BilledChange[] = []
  const say = (name: string, before: Json | undefined, after: Json | undefined, cents = 0) => {
    const path = `service_lines.${now.index}.${name}`
    changes.push({
      class: classOf(path),
      path,
      capture_id: now.capture_id,
      cents,
      line: lineName(billed),
      ...side('billed', before),
      ...side('now', after),
    })
  }
  const addIfMoved = (
    name: string,
    before: string | undefined,
    after: string | undefined,
    header: HeaderMove,
  ) => {
    if (before !== after && !(before === header.billed && after === header.now))
      say(name, before, after)
  }
  if (meaningOf(billed.raw.charge_amount_cents) !== meaningOf(now.raw.charge_amount_cents)) {
    say(
      'charge_amount_cents',
      billed.raw.charge_amount_cents,
      now.raw.charge_amount_cents,
      (now.cents ?? 0) - (billed.cents ?? 0),
    )
  }
  if (decimalMeaning(billed.raw.quantity) !== decimalMeaning(now.raw.quantity))
    say('quantity', billed.raw.quantity, now.raw.quantity)
  if (meaningOf(billed.raw.units) !== meaningOf(now.raw.units))
    say('units', billed.raw.units, now.raw.units)
  if (procedureOf(billed) !== procedureOf(now))
    say('procedure_code', billed.raw.procedure_code, now.raw.procedure_code)
  if (modifiersOf(billed).join() !== modifiersOf(now).join())
    say('modifiers', modifiersOf(billed), modifiersOf(now))
  const expected = billed.codes.map((code) => replaced.get(code) ?? code)
  if (expected.join() !== now.codes.join()) say('diagnosis_pointers', billed.codes, now.codes)
  addIfMoved('place_of_service_code', billed.place, now.place, place)
  addIfMoved('prior_authorization_number', billed.authorization, now.authorization, authorization)
  addIfMoved('date_of_service', billed.from, now.from, from)
  // An end date that equals the start date and moves with it is the same change.
  if (!(billed.to === billed.from && now.to === now.from))
    addIfMoved('end_date_of_service', billed.to, now.to, to)
  for (const change of meaningChanges('', rest(billed), rest(now))) {
    const path = `service_lines.${now.index}.${change.path}`
    changes.push({
      ...change,
      class: saysWhatWasDone(change.path, now) ? 'coding' : classOf(path),
      path,
      capture_id: now.capture_id,
      cents: 0,
      line: lineName(billed),
    })
  }
  return changes
}

// The code of such a line says nothing, so the payer decides by its text (X12 837P SV101-7; remark
// N350 asks for it).
function saysWhatWasDone(member: string, line: ClaimLine): boolean {
  return (member === 'description' || member === 'note') && isUnlisted(procedureOf(line) ?? '')
}

/** The name of a line in the interface: its service with the modifiers. */
export function lineName(line: ClaimLine): string {
  return [serviceOf(line) ?? 'without procedure', ...modifiersOf(line)].join(' ')
}

function rest(line: ClaimLine): Json {
  return Object.fromEntries(Object.entries(line.raw).filter(([name]) => !compared.has(name)))
}

// A quantity is decimal text: "1" equals "1.0".
function decimalMeaning(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? decimalOf(value) : meaningOf(value)
}

function side(name: 'billed' | 'now', value: Json | undefined) {
  return meaningOf(value) === undefined ? {} : { [name]: value! } // a value with meaning is present
}
