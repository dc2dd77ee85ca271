import type { BrowserContext, Request } from '@playwright/test'

/** A recorded request of the browser, which can be sent again without it; a GET without a body. */
export type Recorded = { url: string; headers: Record<string, string>; body?: string }

/** A recorded list read. */
export type Replay = Required<Recorded>

/**
 * Makes the list read another page and records the server action request. The page must show a list
 * with an enabled "Next page" button.
 */
export async function captureRead(
  context: BrowserContext,
  listUrl: string,
  rowSelector: string,
): Promise<Replay> {
  const page = await context.newPage()
  await page.goto(listUrl)
  await page.waitForSelector(rowSelector)
  const sent = page.waitForRequest(
    (request) =>
      request.method() === 'POST' &&
      request.headers()['next-action'] !== undefined &&
      /page_token|position/.test(request.postData() ?? ''),
  )
  await page.getByRole('button', { name: 'Next page' }).first().click()
  const request = await sent
  const replay = {
    url: request.url(),
    headers: await headersOf(request),
    body: request.postData()!,
  }
  await page.close()
  return replay
}

/**
 * Opens the first record of a list by a click and records the request of its page. Its address
 * opens another record with that one's id in its place.
 */
export async function captureOpening(
  context: BrowserContext,
  listUrl: string,
  rowSelector: string,
): Promise<Recorded> {
  const page = await context.newPage()
  await page.goto(listUrl)
  await page.waitForSelector(rowSelector)
  const sent = page.waitForRequest(
    (request) =>
      request.headers()['rsc'] !== undefined &&
      request.headers()['next-router-prefetch'] === undefined,
  )
  await page.locator(rowSelector).first().click()
  const request = await sent
  const opening = { url: request.url(), headers: await headersOf(request) }
  await page.close()
  return opening
}

async function headersOf(request: Request): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(await request.allHeaders()).filter(
      ([name]) => !name.startsWith(':') && name !== 'content-length',
    ),
  )
}

/**
 * Times of one read in ms: until the head of the answer (which frees the next action), and until
 * its end.
 */
export type ReadTime = { head: number; end: number }

/** Sends the read once. Fails if the answer has no rows. */
export async function replayRead({ url, headers, body }: Replay): Promise<ReadTime> {
  const start = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body })
  const reader = response.body!.getReader()
  const chunks: Uint8Array[] = []
  let head = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    head ||= performance.now() - start
    chunks.push(part.value)
  }
  const end = performance.now() - start
  const text = Buffer.concat(chunks).toString('utf8')
  if (response.status !== 200 || text.length < 5000)
    throw new Error(`The read answered ${response.status}: ${text.slice(0, 300)}`)
  return { head, end }
}

/**
 * Sends a read several times like Next's client: each starts when the previous head arrives, and
 * their ends overlap. Returns the ms until the last one has ended.
 */
export async function replayParallel(replay: Replay, times: number): Promise<number> {
  const start = performance.now()
  const ends: Promise<unknown>[] = []
  for (let i = 0; i < times; i++) {
    const { headArrived, ended } = startRead(replay)
    ends.push(ended)
    await headArrived
  }
  await Promise.all(ends)
  return performance.now() - start
}

function startRead({ url, headers, body }: Replay) {
  const head = Promise.withResolvers<void>()
  const ended = (async () => {
    const response = await fetch(url, { method: 'POST', headers, body })
    const reader = response.body!.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) head.resolve()
    head.resolve()
  })()
  return { headArrived: head.promise, ended }
}
