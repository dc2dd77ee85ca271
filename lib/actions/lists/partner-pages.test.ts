import { expect, test } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { parseExact } from '#lib/core/json.ts'
import { fail, ok } from '#lib/core/result.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { askPages, eachPage, parsePage, readWhole, type AskPage } from './partner-pages.ts'

/** A list of pages by their tokens; the first page has none. */
function listOf(pages: Record<string, { items: unknown[]; next: string | null }>) {
  const asked: (string | undefined)[] = []
  const ask: AskPage = async ({ page_token }) => {
    const token = page_token as string | undefined
    asked.push(token)
    const page = pages[token ?? 'start']
    return page ? ok({ ...page, prev: null }) : fail('PartnerTimeout', 'Late.')
  }
  return { ask, asked }
}

const three = {
  start: { items: ['a'], next: 'two' },
  two: { items: [], next: 'three' },
  three: { items: ['b', 'c'], next: null },
}

test('a list is read to its last token, also after an empty page', async () => {
  const { ask, asked } = listOf(three)
  expect(await readWhole(ask, { limit: 2 })).toEqual({ items: ['a', 'b', 'c'], failure: null })
  expect(asked).toEqual([undefined, 'two', 'three'])
})

test('reading can begin at a token, and each page has the token that it was requested with', async () => {
  const tokens: (string | undefined)[] = []
  for await (const page of eachPage(listOf(three).ask, {}, { from: 'two' }))
    if (page.ok) tokens.push(page.value.token)
  expect(tokens).toEqual(['two', 'three'])
})

test('after a failure the items read before it remain', async () => {
  const { ask } = listOf({ start: { items: ['a'], next: 'gone' } })
  expect(await readWhole(ask, {})).toMatchObject({
    items: ['a'],
    failure: { name: 'PartnerTimeout' },
  })
})

test('a repeating token ends the reading with a failure, at once or after several pages', async () => {
  const same = listOf({ start: { items: ['a'], next: 'x' }, x: { items: ['b'], next: 'x' } })
  expect(await readWhole(same.ask, {})).toMatchObject({
    items: ['a', 'b'],
    failure: { name: 'WalkGoesRound' },
  })
  const circle = listOf({
    start: { items: [], next: 'x' },
    x: { items: [], next: 'y' },
    y: { items: [], next: 'x' },
  })
  expect((await readWhole(circle.ask, {})).failure?.name).toBe('WalkGoesRound')
  expect(circle.asked).toEqual([undefined, 'x', 'y'])
})

test('an endless list stops at the page limit', async () => {
  const ask: AskPage = async ({ page_token }) =>
    ok({ items: [1], next: `${String(page_token)}+`, prev: null })
  expect(await readWhole(ask, {}, { pages: 3 })).toMatchObject({
    items: [1, 1, 1],
    failure: { name: 'ListIncomplete' },
  })
})

test('a page keeps items of any kind, and a token only if it is text', () => {
  const reply = { items: [null, { id: 'c1' }, 'text'], next_page_token: '', prev_page_token: null }
  expect(parsePage(JSON.stringify(reply))).toEqual(
    ok({ items: reply.items, next: null, prev: null }),
  )
})

test('a reply that is no page is a named failure, never an empty list', () => {
  for (const text of ['<html>', '{}', '{"items":null}', '[]', 'null'])
    expect(parsePage(text)).toMatchObject({ ok: false, error: { name: 'UnreadableReply' } })
})

test('after the signal no further page is requested', async () => {
  const { ask, asked } = listOf(three)
  const controller = new AbortController()
  for await (const page of eachPage(ask, {}, { signal: controller.signal }))
    if (page.ok) controller.abort()
  expect(asked).toEqual([undefined])
})

test('pages are requested with the parameters of list and page, and their numbers are parsed as the caller asks', async () => {
  const partner = await startTestPartner((response, { url }) => {
    if (url.includes('page_token')) return sendJson(response, 200, { nothing: true })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"items":[{"n":1.0}],"next_page_token":"t"}')
  })
  const ask = askPages(
    connectionTo(partner.url),
    operations.listContractProviders,
    { params: { contract_id: 'k' } },
    { parse: parseExact },
  )
  const { items, failure } = await readWhole(ask, { limit: 7 })
  await partner.close()
  expect(JSON.stringify(items)).toBe('[{"n":1.0}]')
  expect(failure?.name).toBe('UnreadableReply')
  expect(partner.seen.map(({ url }) => url)).toEqual([
    expect.stringMatching(/contracts\/v3\/k\/providers\?limit=7$/),
    expect.stringMatching(/limit=7&page_token=t$/),
  ])
})

test('a page with more rows than were asked for is refused', async () => {
  let rows = 0
  const partner = await startTestPartner((response) =>
    sendJson(response, 200, { items: Array.from({ length: rows }, () => ({})) }),
  )
  const asks = [undefined, parseExact].map((parse) =>
    askPages(connectionTo(partner.url), operations.listChargeCaptures, {}, parse ? { parse } : {}),
  )
  const words = 'The partner sent 101 rows where 100 were asked for, so none is shown.'
  for (const ask of asks) {
    rows = 100
    expect(await ask({ limit: 100 })).toMatchObject({ ok: true })
    rows = 101
    expect(await ask({ limit: 100 })).toMatchObject({
      ok: false,
      error: { name: 'UnreadableReply', message: words },
    })
    expect(await ask({})).toMatchObject({ ok: true })
  }
  await partner.close()
})
