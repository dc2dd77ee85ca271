import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OperationId, operationIds, operations } from '#lib/contract/operations.ts'
import { handlers } from '#lib/sandbox/handlers.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'
import { type TestSandbox, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { takeFaults } from './judge-tests.testing.ts'
import { judgeAnswer } from './wire-judge.ts'

const genuine = { ...handlers }
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 3 })
})
beforeEach(() => Object.assign(handlers, genuine))
afterAll(() => sandbox.close())

const answering = (id: OperationId, text: string) =>
  Object.assign(handlers, { [id]: () => Promise.resolve(text) })

test('an invalid success is reported with its operation, path and place', async () => {
  answering('listPayers', JSON.stringify({ items: [{ payer_uuid: 1 }] }))
  await fetch(`${sandbox.url}/api/payers/v3`, { headers: { authorization: 'Bearer sandbox-full' } })
  const faults = await takeFaults()
  expect(faults).toContain(
    'listPayers (GET /api/payers/v3) 200: /pieced/listPayers/items/*/payer_uuid must be string {"type":"string"}',
  )
  expect(faults.every((fault) => fault.startsWith('listPayers (GET /api/payers/v3)'))).toBe(true)
})

test('an answer that is not JSON is reported', async () => {
  answering('getClaimCreationSummary', 'busy')
  await sandbox.get(operations.getClaimCreationSummary.path)
  expect(await takeFaults()).not.toEqual([])
})

test('a refusal with an unlisted name is reported, and so is a failure', async () => {
  Object.assign(handlers, {
    listPayers: () => Promise.reject(refuse('ChargeExternalIdConflictError', { message: 'no' })),
  })
  await sandbox.get('/api/payers/v3')
  expect(await takeFaults()).toEqual([
    'listPayers (GET /api/payers/v3) 409: ChargeExternalIdConflictError may not be answered here with this status',
  ])
  Object.assign(handlers, { listPayers: () => Promise.reject(new Error('defect')) })
  await sandbox.get('/api/payers/v3')
  expect(await takeFaults()).toEqual([
    expect.stringContaining('listPayers (GET /api/payers/v3) 500'),
  ])
})

test('valid answers of every kind pass, and answers that a fault changes are not checked', async () => {
  await sandbox.get('/api/payers/v3')
  await sandbox.get('/api/payers/v3', {}, 'wrong')
  await sandbox.get('/nowhere')
  await sandbox.send('DELETE', '/api/payers/v3')
  await sandbox.send('POST', '/_sandbox/faults', { kind: 'html', path: '/api/payers/v3', times: 1 })
  await sandbox.get('/api/payers/v3')
  expect(await takeFaults()).toEqual([])
})

test.each(operationIds)(
  '%s: an answer of another shape is reported, so every operation is checked',
  (id) => {
    const { method, path } = operations[id]
    expect(
      judgeAnswer({ method, path: path.replaceAll(/\{\w+\}/g, 'x'), status: 200, body: '7' }),
    ).toEqual([expect.stringContaining(`${id} (${method} `)])
  },
)
