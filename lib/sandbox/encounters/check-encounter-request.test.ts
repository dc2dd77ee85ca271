import { expect, test } from 'vitest'
import { openTestDb } from '#lib/sandbox/test-sandbox.ts'
import { encounters } from '#lib/sandbox/db/schema.ts'
import { checkIds, type CreateRequest } from './check-encounter-request.ts'

test('an encounter stored with an empty control number does not conflict with a request without one', async () => {
  const { db, close } = await openTestDb()
  await db.insert(encounters).values({
    id: 'older',
    claim_creation_id: '',
    created_at: 1,
    input: '{}',
    external_id: 'A',
    patient_control_number: '',
  })
  const request = (external_id: string) =>
    ({ external_id, external_claim_submission: null }) as CreateRequest
  await expect(checkIds(db, request('B'))).resolves.toBeUndefined()
  await expect(checkIds(db, request('A'))).rejects.toMatchObject({
    errorName: 'EncounterExternalIdUniquenessError',
  })
  await close()
})
