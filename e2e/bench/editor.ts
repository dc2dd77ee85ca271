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

// The factor by which the target processor is slower than this machine's.
const slowdown = 4
const lineCount = 50
// One frame of a 60 Hz screen.
const frame = 16
// The typing speed of a person who looks at the paper, not at the keys.
const betweenKeys = 100

/**
 * The cost of a key in the editor of a capture with 50 lines of 12 fields, and the time to open it.
 * Times in ms. "Main thread at CPU/4" means: the processor time that the page's main thread takes
 * for a key, times four. The browser's own throttle would stretch the clock instead and so measure
 * whatever else the machine does. The cost of measuring itself is measured without a key and
 * subtracted.
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
      {
        name: `Editor, ${lineCount} lines: a page at rest, each 100 ms`,
        value: typed.idle,
        unit: 'ms',
      },
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
      {
        name: `Editor, ${lineCount} lines: elements on the page`,
        value: opened[0]!.elements,
        unit: '',
      },
    ]

    function open() {
      return loadPage(browser, url + path, cellOf(lineCount - 1, 'procedure_code'), slowdown, {
        storageState,
      })
    }
  } finally {
    await service.stop()
    await sandbox.stop()
  }
}

const cellOf = (line: number, field: string) => `[name="data.service_lines.${line}.${field}"]`

// With errors: all lines except the first are outside the visit's dates.
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
        // Lines that differ only in the charge would be one error each.
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

/** A control to type into, and its name if it may be text until the line is active. */
export type Place = { box: Locator; name?: string; text: string }

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

// An inactive line is text, and a click turns it into controls. The pointer moves away again,
// because a hovered line shows more.
async function reach(page: Page, { name, box }: Place): Promise<void> {
  if (name) await page.locator(`[data-cell="${name}"], [name="${name}"]`).click()
  await page.mouse.move(0, 0)
  await box.focus()
}

/**
 * The cost of each key by itself in ms of a processor that is four times slower, until the next
 * frame is painted and before anything deferred runs.
 */
export async function measureKeys(page: Page, places: readonly Place[]): Promise<number[]> {
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

/** The longest task of a key until it is painted: what would delay the screen. */
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

  // A whole run of typing with everything that it causes, until the page is idle again.
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

// The main thread's work so far, in ms of the slower processor.
async function slowTaskTime(session: CDPSession): Promise<number> {
  return (await taskTime(session)) * slowdown
}
