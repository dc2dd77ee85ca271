import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationIds } from '#lib/contract/operations.ts'
import { type Door, openDoor } from '../test-door.ts'
import { fidelityNotes } from './fidelity-notes.ts'
import { notePlaces } from './note-places.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor({ contracts: 0 })
})
afterAll(() => door.close())

type Described = { operationId: string; description: string }

test('no place names an assumption that is gone', () => {
  const known = fidelityNotes()
  expect(Object.keys(notePlaces).filter((key) => !known.has(key))).toEqual([])
})

test('the document tells each operation what is assumed about it', async () => {
  const document = (await door.send('GET', '/openapi.json', undefined, '')).json as { info: { description: string }; paths: Record<string, Record<string, Described>> }
  const described = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(described.map((one) => one.operationId).toSorted()).toEqual(operationIds.toSorted())
  const notes = fidelityNotes()
  for (const key of notes.keys()) {
    const places = notePlaces[key] ?? 'everywhere'
    const texts = places === 'everywhere' ? [document.info.description] : places.map((id) => described.find((one) => one.operationId === id)!.description)
    for (const text of texts) expect(text, key).toContain(notes.get(key)!)
  }
})

test('the page and all that it loads come from this server, without a key', async () => {
  const page = await door.send('GET', '/docs', undefined, '')
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain(`default-src 'none'`)
  expect(policy).not.toMatch(/https?:|\*|unsafe/)
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
  expect(loaded.length).toBe(5)
  for (const path of loaded) {
    expect(path).toMatch(/^\/docs\//)
    expect((await door.send('GET', path, undefined, '')).status, path).toBe(200)
  }
  expect((await door.send('GET', '/docs/package.json', undefined, '')).status).toBe(404)
})

test('no page of another site reaches it', async () => {
  const answer = await fetch(`${door.url}/docs`, { headers: { origin: 'https://elsewhere.example' } })
  expect(answer.status).toBe(404)
})
