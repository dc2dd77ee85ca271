import { describe, expect, test } from 'vitest'
import { parseExact, type JsonObject } from '#lib/core/json.ts'
import { captureShape } from './contract-shape.ts'
import {
  type DraftObject,
  type DraftRow,
  bodyOf,
  copyOfRow,
  draftOf,
  edited,
  isUnreadable,
  newRow,
  patchOf,
} from './edit-data.ts'
import { changesOf, problemsOf } from './edit-changes.ts'
import { editableHeader, editableShape } from './edit-scope.ts'
import { shapeAt } from './field-shape.ts'
import { fromText, textProblem, toText } from './draft-text.ts'

const shape = editableShape(captureShape())

/**
 * Loads capture data from JSON text, lets `edit` change the draft, and returns the text that would
 * be sent.
 */
function save<T>(text: string, edit: (data: T) => void): string {
  const base = load(text)
  const draft = draftOf(base, shape) as DraftObject
  edit(draft.data as T)
  return JSON.stringify(patchOf(base, shape, draft).data)
}

function load(text: string): JsonObject {
  return bodyOf(
    parseExact(`{"id":"1","status":"billable","charge_capture_data":${text}}`) as JsonObject,
    editableHeader,
  )
}

type Rows = DraftRow[]

describe('one edit changes one field', () => {
  test('unknown members, nulls and number spelling stay unchanged', () => {
    const text =
      '{"new_thing":{"a":1.0},"patient":{"first_name":"Ada","last_name":null,"shoe_size":12345678901234567890}}'
    const sent = save(text, (data: { patient: DraftObject }) => {
      data.patient.first_name = 'Grace'
    })
    expect(sent).toBe(text.replace('Ada', 'Grace'))
  })

  test('a cleared field becomes null; an empty field over null or a missing member stays unchanged', () => {
    const sent = save(
      '{"patient":{"first_name":"Ada","last_name":null}}',
      (data: { patient: DraftObject }) => {
        data.patient.first_name = ''
        data.patient.last_name = ''
        data.patient.email = ''
      },
    )
    expect(sent).toBe('{"patient":{"first_name":null,"last_name":null}}')
  })

  test('money is sent in whole cents, and an unchanged amount as written', () => {
    const sent = save(
      '{"service_lines":[{"charge_amount_cents":1500.0},{"charge_amount_cents":2000}]}',
      (data: { service_lines: Rows }) => {
        data.service_lines[1]!.charge_amount_cents = '1,234.5'
      },
    )
    expect(sent).toBe(
      '{"service_lines":[{"charge_amount_cents":1500.0},{"charge_amount_cents":123450}]}',
    )
  })

  test('a first value creates the objects around it', () => {
    const sent = save(
      '{"subscriber_primary":null}',
      (data: { subscriber_primary: { insurance_card: DraftObject } }) => {
        data.subscriber_primary.insurance_card.member_id = 'M1'
      },
    )
    expect(sent).toBe('{"subscriber_primary":{"insurance_card":{"member_id":"M1"}}}')
  })

  test('diagnosis letters are zero-based wire indexes', () => {
    const sent = save(
      '{"service_lines":[{"diagnosis_pointers":[0]}]}',
      (data: { service_lines: Rows }) => {
        data.service_lines[0]!.diagnosis_pointers = 'a, C'
      },
    )
    expect(sent).toBe('{"service_lines":[{"diagnosis_pointers":[0,2]}]}')
  })

  test('a header field is sent beside the data', () => {
    const base = load('{"x":1}')
    const draft = draftOf(base, shape) as DraftObject
    draft.status = 'not-billable'
    draft.ehr_source_url = ''
    expect(JSON.stringify(patchOf(base, shape, draft))).toBe(
      '{"status":"not-billable","data":{"x":1}}',
    )
  })
})

describe('rows keep their unknown members', () => {
  const lines =
    '{"service_lines":[{"procedure_code":"a","odd":1},{"procedure_code":"b","odd":2},{"procedure_code":"c","odd":3}]}'

  test('when they are moved', () => {
    const sent = save(lines, (data: { service_lines: Rows }) => {
      data.service_lines.reverse()
      data.service_lines[0]!.procedure_code = 'z'
    })
    expect(sent).toBe(
      '{"service_lines":[{"procedure_code":"z","odd":3},{"procedure_code":"b","odd":2},{"procedure_code":"a","odd":1}]}',
    )
  })

  test('when one row is removed and another added', () => {
    const sent = save(lines, (data: { service_lines: Rows }) => {
      data.service_lines.splice(1, 1)
      data.service_lines.unshift({
        ...newRow(shapeAt(shape, 'data.service_lines.0')!),
        procedure_code: 'n',
      })
    })
    expect(sent).toBe(
      '{"service_lines":[{"procedure_code":"n"},{"procedure_code":"a","odd":1},{"procedure_code":"c","odd":3}]}',
    )
  })

  test('an empty new row is not sent', () => {
    const sent = save('{"service_lines":null}', (data: { service_lines: Rows }) => {
      data.service_lines.push(newRow(shapeAt(shape, 'data.service_lines.0')!))
    })
    expect(sent).toBe('{"service_lines":null}')
  })
})

describe('values of the wrong type', () => {
  test('are unreadable and sent back unchanged', () => {
    const text =
      '{"patient":"none","diagnoses":{"0":{}},"service_lines":[null,7,{"modifiers":[1],"quantity":1,"charge_amount_cents":"12"}]}'
    expect(save(text, () => undefined)).toBe(text)
    const base = load(text)
    expect(isUnreadable((base.data as JsonObject).patient, shapeAt(shape, 'data.patient')!)).toBe(
      true,
    )
    expect(isUnreadable(1, shapeAt(shape, 'data.service_lines.2.quantity')!)).toBe(true)
    expect(isUnreadable(null, shapeAt(shape, 'data.service_lines')!)).toBe(false)
  })

  test('invalid text is reported, and the loaded value stays', () => {
    const base = load('{"service_lines":[{"charge_amount_cents":100,"diagnosis_pointers":[0]}]}')
    const draft = draftOf(base, shape) as DraftObject
    const line = ((draft.data as DraftObject).service_lines as Rows)[0]!
    line.charge_amount_cents = 'twelve'
    line.diagnosis_pointers = '1'
    expect(edited(base, shape, draft)).toBe(base)
    const named = problemsOf(base, shape, draft).map((problem) => problem.path)
    expect(named.toSorted()).toEqual([
      'data.service_lines.0.charge_amount_cents',
      'data.service_lines.0.diagnosis_pointers',
    ])
  })
})

test('the list of changes names each field and matches rows by origin', () => {
  const base = load(
    '{"patient":{"first_name":"Ada"},"diagnoses":[{"code":"A"},{"code":"B"},{"code":"C"}],"service_facility":{"npi":"1"}}',
  )
  const draft = draftOf(base, shape) as DraftObject
  const data = draft.data as {
    patient: DraftObject
    diagnoses: Rows
    service_facility: DraftObject
  }
  data.patient.first_name = 'Grace'
  data.diagnoses.splice(0, 1)
  data.diagnoses[1]!.code = 'D'
  data.diagnoses.push({ ...newRow(shapeAt(shape, 'data.diagnoses.0')!), code: 'N' })
  data.service_facility.$cleared = true
  expect(changesOf(base, shape, draft).toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: 'data.diagnoses.0', kind: 'removed', before: { code: 'A' } },
    { path: 'data.diagnoses.1.code', kind: 'set', before: 'C', after: 'D' },
    { path: 'data.diagnoses.2', kind: 'added', after: { code: 'N' } },
    { path: 'data.patient.first_name', kind: 'set', before: 'Ada', after: 'Grace' },
    { path: 'data.service_facility', kind: 'removed', before: { npi: '1' }, after: null },
  ])
})

describe('an unreadable value can be replaced with a new value', () => {
  const text =
    '{"patient":"none","vitals":{"height_in":"tall"},"tag_ids":[1],"billing_notes":{"text":"x"}}'

  test.each([
    [
      'an object',
      (data: DraftObject) => ((data.patient as DraftObject).first_name = 'Ada'),
      '"patient":"none"',
      '"patient":{"first_name":"Ada"}',
    ],
    [
      'a number',
      (data: DraftObject) => ((data.vitals as DraftObject).height_in = '70.50'),
      '"tall"',
      '70.50',
    ],
    ['a list of words', (data: DraftObject) => (data.tag_ids = 'a, b c'), '[1]', '["a","b c"]'],
    [
      'a list of rows',
      (data: DraftObject) => (data.billing_notes as DraftRow[]).push({ text: 'y', $base: null }),
      '{"text":"x"}',
      '[{"text":"y"}]',
    ],
  ])('%s', (_, edit, before, after) => {
    expect(save(text, edit as (data: DraftObject) => void)).toBe(text.replace(before, after))
  })
})

test('nested rows keep unknown members, and a copied row is entirely new', () => {
  const text =
    '{"patient_histories":[{"category":"medical","questions":[{"id":"q","odd":1,"responses":[{"response":"no","follow_ups":[{"text":"why"}]}]}]}]}'
  const sent = save(text, (data: { patient_histories: Rows }) => {
    const questions = data.patient_histories[0]!.questions as Rows
    const followUps = (questions[0]!.responses as Rows)[0]!.follow_ups as Rows
    followUps[0]!.response = 'because'
    data.patient_histories.push(copyOfRow(data.patient_histories[0]!))
  })
  const followed = text.replace('{"text":"why"}', '{"text":"why","response":"because"}')
  const row = followed.slice(followed.indexOf('[') + 1, -2)
  expect(sent).toBe(`{"patient_histories":[${row},${row.replace('"odd":1,', '')}]}`)
})

test('members that only this record has are JSON under their own path', () => {
  const base = load(
    '{"odd":{"a":1.0},"patient":{"shoe_size":43,"a.b":1},"service_lines":[{"odd":1},{}]}',
  )
  const own = editableShape(captureShape(), base)
  expect(
    ['data.odd', 'data.patient.shoe_size', 'data.service_lines.1.odd', 'data.patient.a.b'].map(
      (path) => shapeAt(own, path)?.kind,
    ),
  ).toEqual(['any', 'any', 'any', undefined])
  const draft = draftOf(base, own) as DraftObject
  ;((draft.data as DraftObject).patient as DraftObject).shoe_size = '44'
  ;(draft.data as DraftObject).odd = '{"a": '
  expect(JSON.stringify(patchOf(base, own, draft).data)).toBe(
    '{"odd":{"a":1.0},"patient":{"shoe_size":44,"a.b":1},"service_lines":[{"odd":1},{}]}',
  )
  expect(problemsOf(base, own, draft)).toEqual([
    {
      path: 'data.odd',
      message: 'This isn’t valid JSON: line 1, column 7: the text ends too early.',
      text: '{"a": ',
    },
  ])
})

test.each([
  ['["a","b c"]', 'a\nb c'],
  ['["a, b","","\\"q\\"","x\\ny"]', '"a, b"\n""\n"\\"q\\""\n"x\\ny"'],
])('a list of texts survives a round trip: %s', (json, text) => {
  const shape = { kind: 'list', item: { kind: 'text' } } as const
  expect(toText(parseExact(json), shape)).toBe(text)
  expect(JSON.stringify(fromText(text, shape)?.value)).toBe(json)
})

test('a number is sent with the typed digits', () => {
  const shape = { kind: 'number' } as const
  const sent = ['12345678901234567890', '1.50', '007', '.5', '1e3'].map((text) =>
    JSON.stringify(fromText(text, shape)?.value),
  )
  expect(sent).toEqual(['12345678901234567890', '1.50', '7', '0.5', '1e3'])
})

test.each([
  ['2/30', 'data.date_of_service', 'There is no February 30.'],
  ['2/', 'data.date_of_service', 'Write the day as month/day/year, for example 9/26/2026.'],
  ['2026-02-30', 'data.date_of_service', 'There is no February 30.'],
  ['2206-09-26', 'data.date_of_service', 'Check the year: 2206.'],
  ['2206-09-26', 'data.end_date', undefined],
  ['2/28/2026', 'data.date_of_service', undefined],
  [' ', 'data.date_of_service', undefined],
])('the text %s of the date %s: %s', (text, name, problem) => {
  expect(textProblem(text, { kind: 'date' }, name)).toBe(problem)
})

test('text that is no date is no edit, but a problem with its text; the loaded date stays', () => {
  const shape = { kind: 'object', members: { day: { kind: 'date' } } } as const
  const loaded = { day: '2026-09-26' }
  const draft = { day: '2/30' }
  expect(edited(loaded, shape, draft)).toBe(loaded)
  expect(changesOf(loaded, shape, draft)).toEqual([])
  expect(problemsOf(loaded, shape, draft)).toEqual([
    { path: 'day', message: 'There is no February 30.', text: '2/30' },
  ])
  // A loaded date that no calendar has is nobody's mistake.
  expect(problemsOf({ day: '2026-02-30' }, shape, { day: '2026-02-30' })).toEqual([])
})

test.each([
  ['99,999,999.99', undefined],
  ['100,000,000', 'Enter an amount of at most $99,999,999.99.'],
  ['$100000000.00', 'Enter an amount of at most $99,999,999.99.'],
  ['99999999999999999999', 'Enter an amount of at most $99,999,999.99.'],
  ['000000000012', undefined],
  ['1,2', 'Enter an amount in dollars and cents, such as 1,234.50.'],
  ['a lot', 'Enter an amount in dollars and cents, such as 1,234.50.'],
])('the amount %s: %s', (text, problem) => {
  expect(textProblem(text, { kind: 'cents' })).toBe(problem)
})
