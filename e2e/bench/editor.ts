import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { procedureModifier } from '#lib/contract/codes/procedure-modifiers.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { daysAgo, visitBody } from '#e2e/fixtures/capture-body.ts'
import { SandboxClient } from '#e2e/fixtures/sandbox.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { longestTaskOf, openMeter, taskTime, watchTasks, type Watched } from './main-thread.ts'
import { loadPage } from './page-load.ts'
import { spawnSandbox } from './spawn-sandbox.ts'
import { type Measure, median } from './table.ts'

// How much slower than this machine's the processor is that the numbers are for.
const slowdown = 4
const lineCount = 50
// One frame of a 60 Hz screen.
const frame = 16
// As a person types who looks at the paper, not at the keys.
const betweenKeys = 100

/**
 * What a key costs in the editor of a capture with 50 lines of 12 fields, and how long it takes to open. Times in ms.
 *
 * "Main thread at CPU/4" is read as: the processor's time that the page's main thread takes for a key, times four. The
 * browser's own throttle would stretch the clock instead, and with it whatever else this machine does meanwhile: on a
 * busy machine it measures the neighbours. What measuring itself takes is measured without a key and taken off.
 */
export async function measureEditor(browser: Browser, folder: string): Promise<Measure[]> {
  const sandbox = await spawnSandbox()
  const { service, url } = await startConsole({
    folder,
    name: 'editor',
    sandboxPort: Number(new URL(sandbox.url).port),
  })
  try {
    const client = new SandboxClient(sandbox.url)
    const path = `/charge-captures/${await createLongCapture(client, false)}`
    const pathInError = `/charge-captures/${await createLongCapture(client, true)}`
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, 'biller', url)
    await page.goto(url + path)
    await page.locator(cellOf(lineCount - 1, 'procedure_code')).waitFor()
    const storageState = await context.storageState()
    const opened = [await open(), await open(), await open()]
    const typed = await measureTyping(page)
    const longest = await measureLongest(page)
    await page.goto(url + pathInError)
    await page.locator(cellOf(lineCount - 1, 'procedure_code')).waitFor()
    const inError = await measureKeys(page, cellPlaces(page))
    await page.setContent('<input autofocus>')
    const bare = await measureKeys(page, [{ box: page.locator('input'), text: '123.45 G0463' }])
    return [
      {
        name: `Editor, ${lineCount} lines: a key until it is on the screen, median`,
        value: median(typed.direct),
        unit: 'ms',
        target: { atMost: frame },
      },
      {
        name: `Editor, ${lineCount} lines: a key until it is on the screen, slowest of ${typed.direct.length}`,
        value: Math.max(...typed.direct),
        unit: 'ms',
      },
      {
        name: `Editor, ${lineCount} lines: the longest task until a key is on the screen, median`,
        value: longest,
        unit: 'ms',
        target: { atMost: frame },
      },
      {
        name: `Editor, ${lineCount} lines, ${lineCount - 1} of them in error: a key until it is on the screen, median`,
        value: median(inError),
        unit: 'ms',
        target: { atMost: frame },
      },
      {
        name: 'A page of one text box and nothing else: a key until it is on the screen, median',
        value: median(bare),
        unit: 'ms',
      },
      {
        name: `Editor, ${lineCount} lines: a key with all that follows from it (checks, changes, draft), on average`,
        value: typed.withDeferred,
        unit: 'ms',
        target: { atMost: frame },
      },
      { name: `Editor, ${lineCount} lines: a page at rest, each 100 ms`, value: typed.idle, unit: 'ms' },
      {
        name: `Editor, ${lineCount} lines: the longest task while typing, by the clock, not slowed`,
        value: typed.longestTask,
        unit: 'ms',
      },
      {
        name: `Editor, ${lineCount} lines: opened and painted`,
        value: median(opened.map(({ rows }) => rows)),
        unit: 'ms',
      },
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

// In error: all lines but the first lie outside of the visit's dates.
async function createLongCapture(sandbox: SandboxClient, isInError: boolean): Promise<string> {
  const organization = await sandbox.organization()
  const { data } = visitBody(organization)
  const line = data.service_lines![0]!
  const modifiers = knownValues(procedureModifier)!.values
  const codes = [
    'E11.9',
    'I10',
    'M54.50',
    'J06.9',
    'R05.9',
    'Z00.00',
    'E78.5',
    'K21.9',
    'F41.1',
    'N39.0',
    'L03.90',
    'H66.90',
  ]
  const capture = await sandbox.createCapture(
    visitBody(organization, {
      diagnoses: codes.map((code, place) => ({
        code_type: place === 0 ? 'ABK' : 'ABF',
        code,
        name: `Diagnosis ${place + 1}`,
      })),
      service_lines: Array.from({ length: lineCount }, (_, place) => ({
        ...line,
        // Lines that differ in nothing but the charge would be one error each.
        modifiers: [modifiers[place]!],
        diagnosis_pointers: [place % codes.length],
        charge_amount_cents: 10_000 + place,
        date_of_service: isInError ? daysAgo(20 + place) : line.date_of_service,
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

/** A control to type into, and its name where it may be text until it is worked in. */
type Place = { box: Locator; name?: string; text: string }

function cellPlaces(page: Page): Place[] {
  const texts = [
    ['charge_amount_cents', '123.45'],
    ['procedure_code', 'G0463'],
    ['diagnosis_pointers', 'A B C'],
  ] as const
  return [0, 24, 49].flatMap((line) =>
    texts.map(([field, text]) => {
      const name = `data.service_lines.${line}.${field}`
      return { name, box: page.locator(`[name="${name}"]`), text }
    }),
  )
}

// A line that nobody is at is text, which a press makes a control. The pointer goes away again: where it is shows more.
async function reach(page: Page, { name, box }: Place): Promise<void> {
  if (name) await page.locator(`[data-cell="${name}"], [name="${name}"]`).click()
  await page.mouse.move(0, 0)
  await box.focus()
}

/** What each key takes by itself, until the frame after it is painted and before anything deferred runs. */
async function measureKeys(page: Page, places: readonly Place[]): Promise<number[]> {
  const session = await openMeter(page)
  const window = async (act: () => Promise<void>) => {
    const before = await slowTaskTime(session)
    await act()
    await page.waitForTimeout(60)
    return (await slowTaskTime(session)) - before
  }
  const costs: number[] = []
  for (const place of places) {
    const { box, text } = place
    await reach(page, place)
    await box.fill('')
    for (const key of text) {
      await page.waitForTimeout(1_200)
      const measuring = await window(async () => {})
      costs.push(Math.max(0, (await window(() => page.keyboard.press(key))) - measuring))
    }
  }
  await session.detach()
  return costs
}

/** The longest of the tasks that a key sets off until it is painted: what would keep the screen waiting. */
async function measureLongest(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const longest: number[] = []
  for (const place of cellPlaces(page)) {
    await reach(page, place)
    await page.waitForTimeout(1_200)
    longest.push(
      slowdown *
        (await longestTaskOf(session, async () => {
          await page.keyboard.press(place.text[0]!)
          await page.waitForTimeout(60)
        })),
    )
  }
  await session.detach()
  return median(longest)
}

async function measureTyping(page: Page): Promise<Typing> {
  await page.evaluate(watchTasks)
  const places = cellPlaces(page)
  const direct = await measureKeys(page, places)
  const session = await openMeter(page)
  const idleBefore = await slowTaskTime(session)
  await page.waitForTimeout(2_000)
  const idle = ((await slowTaskTime(session)) - idleBefore) / 20

  // A whole run of typing with everything that it sets off, until the page rests again.
  await page.evaluate(() => ((window as unknown as Watched).longestTask = 0))
  let keys = 0
  let spent = 0
  for (const place of places) {
    const { text } = place
    await reach(page, place)
    await page.waitForTimeout(1_500)
    const before = await slowTaskTime(session)
    await page.keyboard.type(text.repeat(3), { delay: betweenKeys })
    await page.waitForTimeout(2_000)
    spent += (await slowTaskTime(session)) - before - idle * 20
    keys += text.length * 3
  }
  const longestTask = await page.evaluate(() => (window as unknown as Watched).longestTask)
  return { direct, withDeferred: spent / keys, idle, longestTask }
}

// What the main thread has worked so far, in ms of the slower processor.
async function slowTaskTime(session: CDPSession): Promise<number> {
  return (await taskTime(session)) * slowdown
}
