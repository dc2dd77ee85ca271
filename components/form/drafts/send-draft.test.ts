import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftMessage } from './draft-keeper.ts'
import { makeReadyToPack, sendDraft } from './send-draft.ts'
import { tabStorage } from './tab-storage.testing.ts'

type Sent = { body: Uint8Array<ArrayBuffer>; headers: { [name: string]: string }; keepalive: boolean }
let sent: Sent[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_: string, request: Sent) => {
    sent.push(request)
    return Response.json({ ok: true, value: { saved_at: 'now' } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const save = (value: string, base = 'B', editor = 'e'): DraftMessage => ({
  save: { kind: 'charge-capture', record: 'c', editor, sequence: 1, base, value },
})
// Text that packs to no less than three quarters of itself.
const noise = (length: number) => randomBytes(length).toString('base64').slice(0, length)

async function ready(): Promise<void> {
  makeReadyToPack()
  await vi.dynamicImportSettled()
}

test('edits that would not fit say so as long as what packs them is not there, and it is asked for with every message', async () => {
  vi.resetModules()
  let isServed = false
  vi.doMock('./pack-bytes.ts', async (load) => {
    if (!isServed) throw new Error('no such file')
    return load()
  })
  const { sendDraft } = await import('./send-draft.ts')
  const tell = async (value: string) => {
    const reply = await sendDraft(save(value), false)
    await vi.dynamicImportSettled()
    return reply
  }
  expect(await tell('x'.repeat(40_000))).toMatchObject({ value: { isTooLargeToLeave: false } })
  expect(await tell('x'.repeat(70_000))).toMatchObject({ value: { isTooLargeToLeave: true } })
  // In bytes, as browsers count.
  expect(await tell('é'.repeat(35_000))).toMatchObject({ value: { isTooLargeToLeave: true } })
  isServed = true
  vi.doUnmock('./pack-bytes.ts')
  await tell('x'.repeat(70_000))
  expect(await tell('x'.repeat(70_000))).toMatchObject({ value: { isTooLargeToLeave: false } })
})

test('the last message of a page is packed where it would not outlive it, and only there', async () => {
  await ready()
  const large = save('x'.repeat(100_000), 'é'.repeat(50_000))
  await sendDraft(save('small'), true)
  await sendDraft(large, false)
  await sendDraft(large, true)
  expect(sent.map(({ headers, keepalive }) => [headers['content-encoding'], keepalive])).toEqual([
    [undefined, true],
    [undefined, false],
    ['gzip', true],
  ])
  expect(sent[2]!.body.length).toBeLessThan(60_000)
  expect(JSON.parse(gunzipSync(sent[2]!.body).toString())).toEqual({ account: '', ...large })
})

test('edits are packed for the words about them only when their size has changed by a tenth', async () => {
  await ready()
  const isTooLarge = async (value: string) =>
    ((await sendDraft(save(value, 'B', 'grows'), false)) as { value: { isTooLargeToLeave: boolean } }).value
      .isTooLargeToLeave
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
  expect(await sendDraft(save('x'.repeat(400_000), noise(400_000), 'other'), false)).toMatchObject({
    value: { isTooLargeToLeave: false },
  })
})

test('the tab remembers the number of a page’s last message and whether it was answered, and nothing of what it holds', async () => {
  const kept = tabStorage()
  const at = { kind: 'charge-capture', record: 'c' } as const
  const during: string[][][] = []
  vi.stubGlobal('fetch', async () => {
    during.push([...kept].map(([key, note]) => [key, note]))
    return Response.json({ ok: true, value: { saved_at: 'now' } })
  })
  vi.useFakeTimers({ toFake: ['Date'], now: 7_000 })
  await sendDraft(save('Canary'), false)
  await sendDraft(save('Canary'), true)
  await sendDraft({ drop: { ...at, editor: 'e', sequence: 2, replaces: { editor: 'd', sequence: 9 } } }, true)
  // All that is kept: a word or value of the form would show here.
  expect(during).toEqual([
    [],
    [['draft-sent/charge-capture/c', '{"editor":"e","sequence":1,"isDrop":false,"sentAt":7000}']],
    [
      [
        'draft-sent/charge-capture/c',
        '{"editor":"e","sequence":2,"isDrop":true,"replaces":{"editor":"d","sequence":9},"sentAt":7000}',
      ],
    ],
  ])
  // The page that comes was perhaps drawn before the answer; the one that stays sends more.
  expect([...kept.values()]).toEqual([
    '{"editor":"e","sequence":2,"isDrop":true,"replaces":{"editor":"d","sequence":9},"isAnswered":true,"sentAt":7000}',
  ])
  await sendDraft({ drop: { ...at, editor: 'e', sequence: 3 } }, false)
  expect(kept.size).toBe(0)
  vi.stubGlobal('fetch', () => Promise.reject(new Error('the page is gone')))
  await sendDraft(save('Canary'), true)
  expect([...kept.values()]).toEqual(['{"editor":"e","sequence":1,"isDrop":false,"sentAt":7000}'])
})
