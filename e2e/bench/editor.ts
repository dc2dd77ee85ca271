import type { Browser, CDPSession, Page } from '@playwright/test'
import { daysAgo, visitBody } from '../fixtures/capture-body.ts'
import { SandboxClient } from '../fixtures/sandbox.ts'
import { signIn } from '../fixtures/sign-in.ts'
import { startConsole } from '../stack/start-console.ts'
import { loadPage } from './page-load.ts'
import { spawnSandbox } from './spawn-sandbox.ts'
import type { Measure } from './table.ts'
import { median } from './table.ts'

// How much slower than this machine's the processor is that the numbers are for.
const slowdown = 4
const lineCount = 50
// One frame of a 60 Hz screen.
const frame = 16
// As a person types who looks at the paper, not at the keys.
const betweenKeys = 100

/** What a key costs in the editor of a capture with 50 lines of 12 fields, and how long it takes to open. Times in ms. */
export async function measureEditor(browser: Browser, folder: string): Promise<Measure[]> {
  const sandbox = await spawnSandbox()
  const { service, url } = await startConsole({ folder, name: 'editor', sandboxPort: Number(new URL(sandbox.url).port) })
  try {
    const path = `/charge-captures/${await createLongCapture(new SandboxClient(sandbox.url))}`
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, 'biller', url)
    await page.goto(url + path)
    await page.locator(cellOf(lineCount - 1, 'procedure_code')).waitFor()
    const storageState = await context.storageState()
    const opened = [await open(), await open(), await open()]
    const typed = await measureTyping(page)
    return [
      { name: `Editor, ${lineCount} lines: a key until it is on the screen, median`, value: median(typed.direct), unit: 'ms', target: { atMost: frame } },
      { name: `Editor, ${lineCount} lines: a key until it is on the screen, slowest of ${typed.direct.length}`, value: Math.max(...typed.direct), unit: 'ms' },
      { name: `Editor, ${lineCount} lines: a key with all that follows from it (checks, changes, draft), on average`, value: typed.withDeferred, unit: 'ms', target: { atMost: frame } },
      { name: `Editor, ${lineCount} lines: a page at rest, each 100 ms`, value: typed.idle, unit: 'ms' },
      { name: `Editor, ${lineCount} lines: the longest task while typing, by the clock, not slowed`, value: typed.longestTask, unit: 'ms' },
      { name: `Editor, ${lineCount} lines: opened and painted`, value: median(opened.map(({ rows }) => rows)), unit: 'ms' },
      { name: `Editor, ${lineCount} lines: elements on the page`, value: opened[0]!.elements, unit: '' },
    ]

    function open() {
      return loadPage(browser, url + path, cellOf(lineCount - 1, 'procedure_code'), slowdown, { storageState })
    }
  } finally {
    await service.stop()
    await sandbox.stop()
  }
}

const cellOf = (line: number, field: string) => `[name="data.service_lines.${line}.${field}"]`

async function createLongCapture(sandbox: SandboxClient): Promise<string> {
  const organization = await sandbox.organization()
  const { data } = visitBody(organization)
  const line = data.service_lines![0]!
  const codes = ['E11.9', 'I10', 'M54.50', 'J06.9', 'R05.9', 'Z00.00', 'E78.5', 'K21.9', 'F41.1', 'N39.0', 'L03.90', 'H66.90']
  const capture = await sandbox.createCapture(
    visitBody(organization, {
      diagnoses: codes.map((code, place) => ({ code_type: place === 0 ? 'ABK' : 'ABF', code, name: `Diagnosis ${place + 1}` })),
      service_lines: Array.from({ length: lineCount }, (_, place) => ({
        ...line,
        modifiers: ['59'],
        diagnosis_pointers: [place % codes.length],
        charge_amount_cents: 10_000 + place,
        date_of_service: daysAgo(20 + place),
        external_id: `line-${place}`,
        description: 'Office visit',
        note: 'As agreed',
        has_epsdt_indicator: false,
      })),
    }),
  )
  return capture.id
}

type Typing = { direct: number[]; withDeferred: number; idle: number; longestTask: number }

async function measureTyping(page: Page): Promise<Typing> {
  const session = await page.context().newCDPSession(page)
  // The processor's time that the main thread took: other programs of this machine do not count, as they would by the
  // clock. A processor that is so many times slower takes so many times longer.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(watchTasks)
  const texts = [['charge_amount_cents', '123.45'], ['procedure_code', 'G0463'], ['diagnosis_pointers', 'A B C']] as const
  const places = [0, 24, 49].flatMap((line) => texts.map(([field, text]) => ({ box: page.locator(cellOf(line, field)), text })))

  // Each key by itself: what the main thread does until the next frames are painted, before anything deferred runs.
  const direct: number[] = []
  for (const { box, text } of places) {
    await box.fill('')
    await box.focus()
    for (const key of text) {
      await page.waitForTimeout(1_200)
      const before = await taskTime(session)
      await page.keyboard.press(key)
      await page.waitForTimeout(60)
      direct.push((await taskTime(session)) - before)
    }
  }
  const idleBefore = await taskTime(session)
  await page.waitForTimeout(2_000)
  const idle = ((await taskTime(session)) - idleBefore) / 20

  // A whole run of typing with everything that it sets off, until the page rests again.
  await page.evaluate(() => ((window as unknown as Watched).longestTask = 0))
  let keys = 0
  let spent = 0
  for (const { box, text } of places) {
    await box.focus()
    await page.waitForTimeout(1_500)
    const before = await taskTime(session)
    await page.keyboard.type(text.repeat(3), { delay: betweenKeys })
    await page.waitForTimeout(2_000)
    spent += (await taskTime(session)) - before - idle * 20
    keys += text.length * 3
  }
  const longestTask = await page.evaluate(() => (window as unknown as Watched).longestTask)
  return { direct, withDeferred: spent / keys, idle, longestTask }
}

/** How long the page's main thread has worked so far, in ms of the slower processor. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000 * slowdown
}

type Watched = Window & { longestTask: number }

// Runs in the page.
function watchTasks(): void {
  const target = window as unknown as Watched
  target.longestTask = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) target.longestTask = Math.max(target.longestTask, entry.duration)
  }).observe({ type: 'longtask' })
}
