import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../server.ts'
import { type VisitMaker, prepareVisits } from './ehr-visit.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type JudgedClient, openJudgedClient } from './judged-client.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let ehr: JudgedClient
let ehrVisit: VisitMaker
const complaints: string[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ captures: 20, seed: 3 })
  ehr = openJudgedClient(sandbox.url)
  ehrVisit = await prepareVisits(ehr.client)
})
afterAll(() => sandbox.close())

/** The HTTP status of a refusal that the client does not know by name. */
function statusOf(content: unknown): number | undefined {
  return (content as { statusCode?: number }).statusCode
}

test('a charge external id is used once: 409', async () => {
  const visit = ehrVisit()
  expectOk(await ehr.client.chargeCapture.v1.create(visit))
  expect(expectRefusal(await ehr.client.chargeCapture.v1.create(visit))).toMatchObject({ errorName: 'ChargeExternalIdConflictError', content: { message: expect.any(String) } })
})

test('a read-only key may not write: 403', async () => {
  const reader = openJudgedClient(sandbox.url, { token: 'sandbox-readonly' })
  expect(expectRefusal(await reader.client.chargeCapture.v1.create(ehrVisit()))).toMatchObject({ errorName: 'UnauthorizedError', content: { message: expect.any(String) } })
  expectOk(await reader.client.chargeCapture.v1.getAll({ limit: 1 }))
  complaints.push(...reader.complaints)
})

test('an unknown key is refused: 401', async () => {
  const stranger = openJudgedClient(sandbox.url, { token: 'no-such-key' })
  expect(statusOf(expectRefusal(await stranger.client.chargeCapture.v1.getAll()).content)).toBe(401)
})

test('a capture that does not exist: 404', async () => {
  expect(expectRefusal(await ehr.client.chargeCapture.v1.update(nowhere as never, { originatingSystem: 'x' }))).toEqual({ errorName: 'EntityNotFoundError', content: { id: nowhere } })
  expect(statusOf(expectRefusal(await ehr.client.chargeCapture.v1.get(nowhere as never)).content)).toBe(404)
})

test('metadata of an unknown schema: 422 with the instance that fails', async () => {
  const metadata = [{ schemaId: nowhere as never, content: { a: 1 } }]
  const refusal = expectRefusal(await ehr.client.chargeCapture.v1.create(ehrVisit({}, { metadata })))
  expect(refusal).toMatchObject({ errorName: 'SchemaInstanceValidationHttpFailure', content: { errors: [{ type: 'schema_does_not_exist', schemaId: nowhere }] } })
})

test('a field of the wrong kind: 422 with the field', async () => {
  const patient = { ...ehrVisit().data.patient!, dateOfBirth: 'not a date' }
  const refusal = expectRefusal(await ehr.client.chargeCapture.v1.create(ehrVisit({ patient })))
  expect(refusal.errorName).toBe('HttpRequestValidationsError')
  expect(refusal.content).toMatchObject([{ fieldName: expect.stringMatching(/date/i) }])
})

test('a page token of nobody: 422', async () => {
  expect(statusOf(expectRefusal(await ehr.client.chargeCapture.v1.getAll({ pageToken: 'forged' as never })).content)).toBe(422)
})

test('client credentials give a token that works, wrong ones do not', async () => {
  const byCredentials = openJudgedClient(sandbox.url, { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' })
  expectOk(await byCredentials.client.chargeCapture.v1.getAll({ limit: 1 }))
  const wrong = openJudgedClient(sandbox.url, { clientId: 'sandbox-client', clientSecret: 'wrong' })
  await expect(wrong.client.chargeCapture.v1.getAll({ limit: 1 })).rejects.toThrow(/credentials|401|Unauthorized/i)
})

test('every refusal so far fits the wire schema', () => {
  expect([...new Set([...ehr.complaints, ...complaints])]).toEqual([])
})
