import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { type OperationId, operationIds, operations } from '#lib/contract/operations.ts'
import { allowedRefusals } from '#lib/sandbox/conformance/allowed-refusals.ts'
import { type TestSandbox, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { notePlaces } from './note-places.ts'
import { marksByOperation } from './operation-marks.testing.ts'
import { fidelityNotes } from './served-document.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ contracts: 0 })
})
afterAll(() => sandbox.close())

type Described = { operationId: string; description: string }

test('note-places names only existing assumptions', () => {
  const known = fidelityNotes()
  expect(Object.keys(notePlaces).filter((key) => !known.has(key))).toEqual([])
})

// Operations whose code reaches a mark that does not apply to them.
const passing: Record<string, readonly OperationId[]> = {
  // Resolving a change counts the changes of its claim creation again and writes the other columns
  // unchanged.
  'bundling-group': ['resolveChargeCaptureChanges'],
  'bundling-dropped-captures': ['resolveChargeCaptureChanges'],
  'creation-follows-charges': ['resolveChargeCaptureChanges'],
  // Only an existing capture can be corrected.
  'bundling-rekey': ['createChargeCapture', 'createChargeCaptureFromPreEncounter'],
  // One function serves both kinds of encounters; each kind has its own assumption.
  'claim-first-status': ['createEncounterFromPreEncounter'],
  'encounter-first-status': [
    'createChargeCapture',
    'createChargeCaptureFromPreEncounter',
    'updateChargeCapture',
  ],
  // Saving a capture checks only if its claim is still open.
  'encounter-follows-claim-status': ['updateChargeCapture'],
  // A span is read after it is created and before it is deleted.
  'span-soft-delete': ['createFacilityCredentialingSpan', 'createProviderCredentialingSpan'],
  'span-status': ['deleteFacilityCredentialingSpan', 'deleteProviderCredentialingSpan'],
}

test('an assumption is listed at every operation whose code reaches its mark', () => {
  const marks = marksByOperation()
  const expected = [...fidelityNotes().keys()].map(
    (key) =>
      [key, [...(marks.get(key) ?? [])].filter((id) => !passing[key]?.includes(id))] as const,
  )
  const missing = expected.flatMap(([key, ids]) => {
    const places = notePlaces[key] ?? []
    return places === 'everywhere'
      ? []
      : ids.filter((id) => !places.includes(id)).map((id) => `${key} at ${id}`)
  })
  expect(missing).toEqual([])
  // Reading the code as text finds marks that are known to exist, also far from the handler.
  expect(marks.get('bundling-line-limit')).toContain('updateChargeCapture')
  expect(marks.get('write-out-of-scope')).toContain('createContractV2')
  expect(
    Object.keys(passing).filter((key) => passing[key]!.some((id) => !marks.get(key)?.has(id))),
  ).toEqual([])
})

test('every assumption is listed at an operation or for the whole API', () => {
  expect([...fidelityNotes().keys()].filter((key) => !notePlaces[key])).toEqual([])
})

test.each([
  ['encounter-required-members', 'createEncounterFromPreEncounter'],
  ['contract-required-members', 'createContractV2'],
  ['contract-required-members', 'createContractV3'],
] as const)('the line %s names the members that %s requires', (key, id) => {
  const { error } = operations[id].body.safeParse({ type: 'professional' })
  const required = error!.issues.map(({ path }) => path.join('.'))
  const named = fidelityNotes()
    .get(key)!
    .match(/[a-z]+(?:_[a-z]+)+|diagnoses|regions/g)
  expect([...new Set(named)].toSorted()).toEqual(required.toSorted())
})

test('the document lists the assumptions of each operation', async () => {
  const document = (await sandbox.send('GET', '/openapi.json', undefined, '')).json as {
    info: { description: string }
    paths: Record<string, Record<string, Described>>
  }
  const described = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(described.map((one) => one.operationId).toSorted()).toEqual(operationIds.toSorted())
  const notes = fidelityNotes()
  for (const key of notes.keys()) {
    const places = notePlaces[key] ?? 'everywhere'
    const texts =
      places === 'everywhere'
        ? [document.info.description]
        : places.map((id) => described.find((one) => one.operationId === id)!.description)
    for (const text of texts) expect(text, key).toContain(notes.get(key)!)
  }
})

test('the document lists the refusals of each operation by status', async () => {
  const document = (await sandbox.send('GET', '/openapi.json', undefined, '')).json as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }
  for (const operation of Object.values(operations) as Operation[]) {
    const { responses } = document.paths[operation.path]![operation.method.toLowerCase()]!
    for (const [name, status] of allowedRefusals(operation)) {
      if (!Object.hasOwn(errors, name)) continue
      expect(responses[status]?.description.split(', '), `${operation.id} ${status}`).toContain(
        name,
      )
    }
  }
  const statuses = (path: string, method: string) =>
    Object.keys(document.paths[path]![method]!.responses)
  // A 500 is the sandbox's own failure, so no operation lists it.
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => statuses(path, method)),
  )
  expect(listed.filter((status) => Number(status) >= 500)).toEqual([])
  expect(statuses('/api/contracts/v3/{contract_id}', 'patch')).toEqual([
    '200',
    '401',
    '403',
    '404',
    '422',
  ])
  expect(statuses('/api/contracts/v2/{contract_id}', 'delete')).toEqual([
    '204',
    '401',
    '403',
    '404',
    '422',
  ])
  expect(statuses('/api/contracts/v3/{contract_id}/service-facilities', 'post')).toEqual(
    expect.arrayContaining(['403', '404']),
  )
})

test('the page and its files come from this server and need no key', async () => {
  const page = await sandbox.send('GET', '/docs', undefined, '')
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).not.toMatch(/https?:|\*|unsafe/)
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
  expect(loaded.length).toBe(5)
  for (const path of loaded) {
    expect(path).toMatch(/^\/docs\//)
    expect((await sandbox.send('GET', path, undefined, '')).status, path).toBe(200)
  }
  expect((await sandbox.send('GET', '/docs/package.json', undefined, '')).status).toBe(404)
})

test('other sites cannot reach the page', async () => {
  const answer = await fetch(`${sandbox.url}/docs`, {
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(answer.status).toBe(404)
})
