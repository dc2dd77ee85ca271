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

test('no place names an assumption that is gone', () => {
  const known = fidelityNotes()
  expect(Object.keys(notePlaces).filter((key) => !known.has(key))).toEqual([])
})

// Operations whose code passes a mark that says nothing about them.
const passing: Record<string, readonly OperationId[]> = {
  // Resolving a change counts those of its claim creation again, and writes the columns beside as they are.
  'bundling-group': ['resolveChargeCaptureChanges'],
  'bundling-dropped-captures': ['resolveChargeCaptureChanges'],
  'creation-follows-charges': ['resolveChargeCaptureChanges'],
  // Only a capture that is there can be corrected.
  'bundling-rekey': ['createChargeCapture', 'createChargeCaptureFromPreEncounter'],
  // One function for both kinds of encounters, an assumption for each.
  'claim-first-status': ['createEncounterFromPreEncounter'],
  'encounter-first-status': ['createChargeCapture', 'createChargeCaptureFromPreEncounter', 'updateChargeCapture'],
  // A saved capture asks whether its claim is still open, and nothing else of what follows from a status.
  'encounter-follows-claim-status': ['updateChargeCapture'],
  // A span is read back after it was made, and looked up before it is deleted.
  'span-soft-delete': ['createFacilityCredentialingSpan', 'createProviderCredentialingSpan'],
  'span-status': ['deleteFacilityCredentialingSpan', 'deleteProviderCredentialingSpan'],
}

test('an assumption has a place at every operation whose code comes by its mark', () => {
  const marks = marksByOperation()
  const expected = [...fidelityNotes().keys()].map(
    (key) => [key, [...(marks.get(key) ?? [])].filter((id) => !passing[key]?.includes(id))] as const,
  )
  const missing = expected.flatMap(([key, ids]) => {
    const places = notePlaces[key] ?? []
    return places === 'everywhere' ? [] : ids.filter((id) => !places.includes(id)).map((id) => `${key} at ${id}`)
  })
  expect(missing).toEqual([])
  // Reading the code as text finds what is known to be there, far from its handler too.
  expect(marks.get('bundling-line-limit')).toContain('updateChargeCapture')
  expect(marks.get('write-out-of-scope')).toContain('createContractV2')
  expect(Object.keys(passing).filter((key) => passing[key]!.some((id) => !marks.get(key)?.has(id)))).toEqual([])
})

test('every assumption has a place', () => {
  expect([...fidelityNotes().keys()].filter((key) => !notePlaces[key])).toEqual([])
})

test('the document tells each operation what is assumed about it', async () => {
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

test('the document lists every refusal that an operation gives, by its status, as the answers of all tests are held to', async () => {
  const document = (await sandbox.send('GET', '/openapi.json', undefined, '')).json as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }
  for (const operation of Object.values(operations) as Operation[]) {
    const { responses } = document.paths[operation.path]![operation.method.toLowerCase()]!
    for (const [name, status] of allowedRefusals(operation)) {
      if (!Object.hasOwn(errors, name)) continue
      expect(responses[status]?.description.split(', '), `${operation.id} ${status}`).toContain(name)
    }
  }
  const statuses = (path: string, method: string) => Object.keys(document.paths[path]![method]!.responses)
  expect(statuses('/api/contracts/v3/{contract_id}', 'patch')).toEqual(['200', '401', '403', '404', '422'])
  expect(statuses('/api/contracts/v2/{contract_id}', 'delete')).toEqual(['204', '401', '403', '404', '422'])
  expect(statuses('/api/contracts/v3/{contract_id}/service-facilities', 'post')).toEqual(
    expect.arrayContaining(['403', '404']),
  )
})

test('the page and all that it loads come from this server, without a key', async () => {
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

test('no page of another site reaches it', async () => {
  const answer = await fetch(`${sandbox.url}/docs`, { headers: { origin: 'https://elsewhere.example' } })
  expect(answer.status).toBe(404)
})
