import zlib from 'node:zlib'
import type { Browser, BrowserContextOptions } from '@playwright/test'

/** The cost of one cold load of a list page. Times in ms, JS in KB after gzip. */
export type PageLoad = { rows: number; longestTask: number; js: number; elements: number }

type Watched = Window & { longestTask: number; rowsPainted?: number }

/**
 * Opens a list in a new browser profile and waits until its rows are painted. The page itself takes
 * the time from the start of its navigation, because polling from outside is as coarse as its
 * pauses.
 * @param slowdown how many times slower than this machine the browser's processor is
 */
export async function loadPage(
  browser: Browser,
  url: string,
  rowSelector: string,
  slowdown: number,
  options: BrowserContextOptions = {},
): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    scripts.push(
      response.body().then(
        (body) => zlib.gzipSync(body, { level: 6 }).length,
        () => 0,
      ),
    )
  })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchPage, rowSelector)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => (window as unknown as Watched).rowsPainted !== undefined,
    undefined,
    {
      timeout: 120_000,
      polling: 50,
    },
  )
  const rows = await page.evaluate(() => (window as unknown as Watched).rowsPainted!)
  // The page's work after the rows counts for its longest task and its scripts.
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(scripts)
  const longestTask = await page.evaluate(() => (window as unknown as Watched).longestTask)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  await context.close()
  return { rows, longestTask, elements, js: sizes.reduce((sum, size) => sum + size, 0) / 1024 }
}

// Runs in the page before its own scripts.
function watchPage(rowSelector: string): void {
  const target = window as unknown as Watched
  target.longestTask = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      target.longestTask = Math.max(target.longestTask, entry.duration)
  }).observe({ type: 'longtask', buffered: true })
  const watcher = new MutationObserver(() => {
    if (!document.querySelector(rowSelector)) return
    watcher.disconnect()
    // The rows are painted two frames later.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => (target.rowsPainted = performance.now())),
    )
  })
  watcher.observe(document, { childList: true, subtree: true })
}
