import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { folded } from '#lib/core/folded.ts'
import { openTestDb } from '#lib/sandbox/test-sandbox.ts'

test('ids that an older sandbox stored untrimmed are found by the trimmed id', async () => {
  const { run, close } = await openTestDb()
  const insert = (id: string, externalId: string, controlNumber: string) =>
    run(
      `insert into encounters (id, claim_creation_id, created_at, input, external_id, patient_control_number) values ($1, '', 1, '{}', $2, $3)`,
      [id, externalId, controlNumber],
    )
  const spaces = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
    .filter((sign) => sign.trim() === '')
    .join('')
  expect(spaces).toHaveLength(25)
  await insert('blank', ' ', '\t ')
  await insert('newer', 'A 2', 'P 2')
  await insert('older', `${spaces}A${spaces}1${spaces}`, 'P-1\n')
  await insert('older too', 'A 3', '\u3000P\u20033\u2003')
  const migration = await readFile(
    new URL('./migrations/0008_ids_without_spaces.sql', import.meta.url),
    'utf8',
  )
  for (const statement of migration.split('--> statement-breakpoint')) await run(statement)
  expect(
    await run('select id, external_id, patient_control_number from encounters order by id'),
  ).toEqual([
    // An id of spaces only is empty after trimming.
    { id: 'blank', external_id: ' ', patient_control_number: '\t ' },
    { id: 'newer', external_id: 'A 2', patient_control_number: 'P 2' },
    { id: 'older', external_id: `A${spaces}1`, patient_control_number: 'P-1' },
    { id: 'older too', external_id: 'A 3', patient_control_number: 'P\u20033' },
  ])
  await close()
})

test('names that an older sandbox stored in lower case are stored folded', async () => {
  const { run, close } = await openTestDb()
  const names = [
    'íñigo ordóñez-ruiz',
    'nicolás o’hara',
    'o´hara',
    'nicola\u0301s o`hara',
    'søren łuczak-øye',
    'großmann & cie.',
    'reyes – moss',
    'zero\u200bwidth',
    'ann lee',
    '"mike" o\'neill',
  ]
  for (const [at, name] of names.entries()) {
    await run(
      `insert into charge_captures (id, created_at, updated_at, status, charge_external_id, patient_external_id, data, patient_name, primary_payer_name, search_text)
       values ($1, 1, 1, 'billable', $1, 'P-1', '{}', $2, $2, $3)`,
      [`${at}`, name, `${name}\n1980-09-03\np-1\nc-${at}`],
    )
    await run(
      `insert into claim_creations (id, bundle_key, created_at, updated_at, status, characteristics, patient_names, facets) values ($1, $1, 1, 1, 'held', '{}', $2, $3)`,
      [`${at}`, `${name}\nann lee`, ['payer:A-1', `payer-name:${name}`]],
    )
  }
  const migration = await readFile(
    new URL('./migrations/0011_names_folded.sql', import.meta.url),
    'utf8',
  )
  // Its functions belong to one connection.
  await run(migration)
  expect(
    await run(
      'select patient_name, primary_payer_name, search_text from charge_captures order by seq',
    ),
  ).toEqual(
    names.map((name, at) => ({
      patient_name: folded(name),
      primary_payer_name: folded(name),
      search_text: `${folded(name)}\n1980-09-03\np-1\nc-${at}`,
    })),
  )
  expect(await run('select patient_names, facets from claim_creations order by seq')).toEqual(
    names.map((name) => ({
      patient_names: `${folded(name)}\nann lee`,
      facets: ['payer:A-1', `payer-name:${folded(name)}`],
    })),
  )
  await close()
})
