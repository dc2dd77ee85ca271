import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
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
