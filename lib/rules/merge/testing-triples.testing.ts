import fc from 'fast-check'
import { isJsonObject, parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import type { Triple } from './merge-three.ts'

/**
 * One edit by an author: what, where and which value. Numbers are taken modulo the number of
 * possibilities.
 */
export type Edit = [kind: number, where: number, value: number]

const values: Json[] = [
  null,
  '',
  'a',
  'b',
  'C3',
  0,
  1,
  parseExact('1.0'),
  parseExact('12345678901234567890'),
  true,
  [],
  {},
  ['x'],
  { x: null },
]
const codes = ['E11.9', 'I10', 'J45.909', 'Z00.00', 'M54.5', 'R51.9']
const lineNames = [
  'procedure_code',
  'units',
  'quantity',
  'note',
  'x_line',
  'charge_amount_cents',
  'modifiers',
]
const cardNames = ['payer_id', 'payer_name', 'member_id', 'group_number', 'plan_type', 'rx_bin']
const providerNames = ['npi', 'last_name', 'taxonomy_code', 'x_provider']
const drugNames = ['national_drug_code', 'national_drug_unit_count', 'measurement_unit_code']
const patientNames = ['first_name', 'last_name', 'date_of_birth', 'email', 'x_patient']
const subscriberNames = [
  'last_name',
  'gender',
  'patient_relationship_to_subscriber_code',
  'x_subscriber',
]
const kinds = [
  'set',
  'drop',
  'patient',
  'address',
  'list',
  'line',
  'drop-line-member',
  'add-line',
  'remove-line',
  'move-line',
  'pointers',
  'add-diagnosis',
  'remove-diagnosis',
  'move-diagnosis',
  'diagnosis',
  'header',
  'code',
  'card',
  'provider',
  'subscriber',
  'zip',
  'drug',
] as const

/** Three records: the loaded one and two authors' versions. Each line has an identifying mark. */
export const triples: fc.Arbitrary<Triple> = fc
  .tuple(
    fc.array(fc.nat(5), { maxLength: 3 }),
    fc.array(fc.tuple(fc.boolean(), fc.array(fc.nat(4), { maxLength: 3 })), { maxLength: 4 }),
    fc.nat(),
    edits(),
    edits(),
  )
  .map(([diagnoses, lines, odd, mine, theirs]) => {
    const base = recordOf(diagnoses, lines, odd)
    return { base, mine: changed(base, mine, 'm'), theirs: changed(base, theirs, 't') }
  })

function edits(): fc.Arbitrary<Edit[]> {
  return fc.array(fc.tuple(fc.nat(kinds.length - 1), fc.nat(30), fc.nat(30)), { maxLength: 5 })
}

function recordOf(diagnoses: number[], lines: [boolean, number[]][], odd: number): JsonObject {
  return {
    status: 'billable',
    ehr_source_url: null,
    x_header: pick(values, odd),
    data: {
      patient: {
        first_name: 'Ann',
        last_name: null,
        x_patient: pick(values, odd + 3),
        address: { city: 'Portland', zip_code: '97201' },
      },
      x_data: { deep: [1, { two: parseExact('2.0') }] },
      subscriber_primary: {
        last_name: 'Moss',
        patient_relationship_to_subscriber_code: '18',
        insurance_card: { payer_id: 'P1', payer_name: null, member_id: 'M1', rx_bin: '610' },
      },
      rendering_provider: {
        npi: 'N1',
        last_name: 'Fox',
        taxonomy_code: 'T1',
        x_provider: pick(values, odd),
      },
      tag_ids: ['one'],
      diagnoses: diagnoses.map((code, index) => ({
        code_type: index === 0 ? 'ABK' : 'ABF',
        code: codes[code]!,
        x_mark: `d${index}`,
      })),
      service_lines: lines.map(([named, pointers], index) => ({
        ...(named ? { external_id: `L${index}` } : {}),
        procedure_code: `9921${index}`,
        units: 'UN',
        quantity: '1',
        charge_amount_cents: 1000 + index,
        note: null,
        x_line: pick(values, odd + index),
        x_mark: `l${index}`,
        drug_identification: { national_drug_code: 'D1', national_drug_unit_count: '1' },
        diagnosis_pointers: pointers,
      })),
    },
  }
}

function changed(base: JsonObject, edits: readonly Edit[], author: string): JsonObject {
  const record = structuredCloneExact(base)
  edits.forEach((edit, index) => change(record, edit, `${author}${index}`))
  return record
}

type Line = JsonObject & { diagnosis_pointers: number[] }

function change(record: JsonObject, [kind, where, value]: Edit, mark: string): void {
  const data = record.data as JsonObject
  const patient = data.patient as JsonObject
  const lines = data.service_lines as Line[]
  const diagnoses = data.diagnoses as JsonObject[]
  const line = lines[where % (lines.length || 1)]
  const row = diagnoses[where % (diagnoses.length || 1)]
  switch (kinds[kind]) {
    case 'set':
      return void (data[`x_${where % 3}`] = pick(values, value))
    case 'drop':
      return void delete data[`x_${where % 3 === 0 ? 'data' : where % 3}`]
    case 'patient':
      return void (patient[pick(patientNames, where)] = pick(values, value))
    case 'address':
      return void (where % 4 === 0
        ? delete patient.address
        : (patient.address = {
            ...(isJsonObject(patient.address) ? patient.address : {}),
            city: pick(values, value),
          }))
    case 'zip':
      return void (patient.address = {
        ...(isJsonObject(patient.address) ? patient.address : {}),
        zip_code: pick(values, value),
      })
    case 'card':
      return changeIn(
        (data.subscriber_primary as JsonObject).insurance_card as JsonObject,
        pick(cardNames, where),
        value,
      )
    case 'subscriber':
      return changeIn(data.subscriber_primary as JsonObject, pick(subscriberNames, where), value)
    case 'provider':
      return changeIn(data.rendering_provider as JsonObject, pick(providerNames, where), value)
    case 'drug':
      return void (
        line &&
        isJsonObject(line.drug_identification) &&
        changeIn(line.drug_identification, pick(drugNames, where + value), value)
      )
    case 'list':
      return void (data.tag_ids = where % 3 === 0 ? null : ['one', `t${value}`])
    case 'line':
      return void (line && (line[pick(lineNames, where + value)] = pick(values, value)))
    case 'drop-line-member':
      return void (line && delete line[pick(lineNames, value)])
    case 'add-line':
      return void lines.splice(where % (lines.length + 1), 0, {
        ...(value % 2 ? { external_id: `N${mark}` } : {}),
        procedure_code: '80053',
        units: 'UN',
        x_mark: mark,
        diagnosis_pointers: diagnoses.length > 0 ? [value % diagnoses.length] : [],
      })
    case 'remove-line':
      return void lines.splice(where % (lines.length || 1), 1)
    case 'move-line':
      return move(lines, where, value)
    case 'pointers':
      return void (
        line && (line.diagnosis_pointers = [value % 4, where % 3].slice(0, 1 + (value % 2)))
      )
    case 'add-diagnosis':
      return rearrange(
        data,
        (list) =>
          void list.splice(where % (list.length + 1), 0, {
            code_type: 'ABF',
            code: pick(codes, value),
            x_mark: mark,
          }),
      )
    case 'remove-diagnosis':
      return rearrange(data, (list) => void list.splice(where % (list.length || 1), 1))
    case 'move-diagnosis':
      return rearrange(data, (list) => move(list, where, value))
    case 'diagnosis':
      return void (row && (row.name = pick(values, value)))
    case 'code':
      return void (row && (row.code = pick(codes, value)))
    default:
      return void (record[where % 2 ? 'ehr_source_url' : 'x_header'] = pick(values, value))
  }
}

function changeIn(object: JsonObject, name: string, value: number): void {
  if (value % 5 === 0) delete object[name]
  else object[name] = pick(values, value)
}

// Like the editor: every pointer follows its diagnosis, and is removed with it.
function rearrange(data: JsonObject, work: (list: JsonObject[]) => void): void {
  const diagnoses = data.diagnoses as JsonObject[]
  const before = [...diagnoses]
  work(diagnoses)
  for (const line of data.service_lines as Line[]) {
    line.diagnosis_pointers = line.diagnosis_pointers.flatMap((pointer) => {
      const named = before[pointer]
      if (!named) return [pointer + 10] // an invalid one stays invalid
      const place = diagnoses.indexOf(named)
      return place === -1 ? [] : [place]
    })
  }
}

function move<Row>(list: Row[], from: number, to: number): void {
  if (list.length < 2) return
  const [row] = list.splice(from % list.length, 1)
  list.splice(to % (list.length + 1), 0, row!)
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length]!
}

function structuredCloneExact(value: JsonObject): JsonObject {
  return parseExact(JSON.stringify(value)) as JsonObject
}
