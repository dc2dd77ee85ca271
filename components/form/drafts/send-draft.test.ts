import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftMessage } from './draft-keeper.ts'
import { makeReadyToPack, sendDraft } from './send-draft.ts'

type Sent = { body: Uint8Array<ArrayBuffer>; headers: { [name: string]: string }; keepalive: boolean }
let sent: Sent[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_: string, request: Sent) => {
    sent.push(request)
    return Response.json({ ok: true, value: { saved_at: 'now' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const save = (value: string, base = 'B', editor = 'e'): DraftMessage => ({ save: { kind: 'charge-capture', record: 'c', editor, sequence: 1, base, value } })
// Text that packs to no less than three quarters of itself.
const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length)

async function ready(): Promise<void> {
  makeReadyToPack()
  await vi.dynamicImportSettled()
}

test('the last message of a page is packed where it would not outlive it, and only there', async () => {
  await ready()
  const large = save('x'.repeat(100_000), 'é'.repeat(50_000))
  await sendDraft(save('small'), true)
  await sendDraft(large, false)
  await sendDraft(large, true)
  expect(sent.map(({ headers, keepalive }) => [headers['content-encoding'], keepalive])).toEqual([[undefined, true], [undefined, false], ['gzip', true]])
  expect(sent[2]!.body.length).toBeLessThan(60_000)
  expect(JSON.parse(gunzipSync(sent[2]!.body).toString())).toEqual({ account: '', ...large })
})

test('edits are packed for the words about them only when their size has changed by a tenth', async () => {
  await ready()
  const isTooLarge = async (value: string) => ((await sendDraft(save(value, 'B', 'grows'), false)) as { value: { isTooLargeToLeave: boolean } }).value.isTooLargeToLeave
  expect(await isTooLarge('x'.repeat(200_000))).toBe(false)
  // About as long: not looked at again, though it would not pack.
  expect(await isTooLarge(noise(210_000))).toBe(false)
  expect(await isTooLarge(noise(230_000))).toBe(true)
})

test('what is too large even packed goes as it is, and says so while there is time', async () => {
  await ready()
  const large = save(noise(400_000))
  await sendDraft(large, true)
  expect([sent[0]!.headers['content-encoding'], sent[0]!.keepalive]).toEqual([undefined, false])
  expect(await sendDraft(large, false)).toMatchObject({ value: { isTooLargeToLeave: true } })
  // The record does not count: by then the server has it.
  expect(await sendDraft(save('x'.repeat(400_000), noise(400_000), 'other'), false)).toMatchObject({ value: { isTooLargeToLeave: false } })
})
