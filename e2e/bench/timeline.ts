import { loadavg } from 'node:os'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { say } from '#lib/commands/shell.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import {
  longestTaskOf,
  openMeter,
  spentIn,
  taskTime,
  traced,
  watchTasks,
  type Watched,
} from './main-thread.ts'
import { spawnSandbox } from './spawn-sandbox.ts'
import { type Measure, median } from './table.ts'

const rowCount = 10_000
// One frame of a 60 Hz screen, in ms; a frame that comes half a frame late counts as dropped.
const frame = 1_000 / 60
const late = frame * 1.5
const frames = 300
// Pixels per frame: as fast as a wheel; half of the view; and as fast as a thrown scroll bar.
const speeds = { wheel: 140, 'half a screen': 350, throw: 1_400 }
// Half a frame: the browser's other threads need the rest, because they share the processor.
const mainBudget = 8

/**
 * Scrolling a coverage timeline of 10,000 rows, and the page's cost of computing and sorting
 * 60,000. Times in ms.
 */
export async function measureTimeline(browser: Browser, folder: string): Promise<Measure[]> {
  const sandbox = await spawnSandbox()
  const { service, url } = await startConsole({
    folder,
    name: 'timeline',
    sandboxPort: Number(new URL(sandbox.url).port),
  })
  try {
    const { ten, network } = await makeContracts(sandbox.url)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(watchTasks)
    await signIn(page, 'credentialing', url)
    await open(page, `${url}/contracts/${ten}/credentialing`, rowCount)
    const session = await openMeter(page)
    await scroll(page, session, speeds.wheel)
    const measures: Measure[] = []
    for (const [name, pixels] of Object.entries(speeds)) {
      const scrolled = await scroll(page, session, pixels)
      const what = `Timeline, ${rowCount.toLocaleString('en-US')} rows, ${name} (${pixels} px a frame)`
      measures.push(
        {
          name: `${what}: frames a second`,
          value: scrolled.rate,
          unit: 'fps',
          target: { atLeast: 57 },
        },
        {
          name: `${what}: dropped of ${frames} frames`,
          value: scrolled.dropped,
          unit: '',
          target: { atMost: frames * 0.01 },
        },
        {
          name: `${what}: main thread a frame, processor time`,
          value: scrolled.main,
          unit: 'ms',
          target: { atMost: mainBudget },
        },
        {
          name: `${what}: raster a frame, all threads`,
          value: scrolled.raster,
          unit: 'ms',
          target: { atMost: frame },
        },
        {
          name: `${what}: longest task`,
          value: scrolled.longestTask,
          unit: 'ms',
          target: { atMost: 50 },
        },
      )
    }
    await open(page, `${url}/contracts/${network.id}/credentialing`, network.count)
    const judging = await longestTaskOf(session, async () => {
      await page.getByLabel('As of').fill('2026-03-01')
      await page.getByRole('columnheader', { name: 'On 03/01/2026' }).waitFor()
    })
    measures.push({
      name: `Timeline, ${network.count.toLocaleString('en-US')} rows: longest task while another day is looked at, processor time`,
      value: judging,
      unit: 'ms',
      target: { atMost: 50 },
    })
    say(`  load of the machine: ${loadavg()[0]!.toFixed(1)}`)
    return measures
  } finally {
    await service.stop()
    await sandbox.stop()
  }
}

type Contract = {
  contract_id: string
  provider_count: number
  contracting_provider: { organization_provider_id: string }
  payer: { payer_uuid: string }
}

/**
 * A contract with 10,000 providers of the large network, who also have spans there, and the
 * network's own contract.
 */
async function makeContracts(
  url: string,
): Promise<{ ten: string; network: { id: string; count: number } }> {
  const headers = { authorization: 'Bearer sandbox-full', 'content-type': 'application/json' }
  const send = async <T>(path: string, body?: object) =>
    (await (
      await fetch(
        url + path,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
      )
    ).json()) as T
  const { items } = await send<{ items: Contract[] }>(
    '/api/contracts/v3?contract_status=effective&limit=1000',
  )
  const large = items.toSorted((a, b) => b.provider_count - a.provider_count)[0]!
  const ids: string[] = []
  for (let token = ''; ids.length < rowCount;) {
    const page = await send<{
      items: { organization_provider_id: string }[]
      next_page_token: string
    }>(`/api/contracts/v3/${large.contract_id}/providers?limit=1000${token}`)
    ids.push(...page.items.map((one) => one.organization_provider_id))
    token = `&page_token=${encodeURIComponent(page.next_page_token)}`
  }
  const all = { type: 'allApply' }
  const made = await send<Contract>('/api/contracts/v3', {
    type: 'professional',
    contract_type: 'professional',
    rendering_provider_ids: ids.slice(0, rowCount),
    contracting_provider_id: large.contracting_provider.organization_provider_id,
    payer_uuid: large.payer.payer_uuid,
    effective_date: '2026-01-01',
    contract_status: 'effective',
    regions: { type: 'national' },
    commercial_insurance_types: all,
    medicare_insurance_types: all,
    medicaid_insurance_types: all,
  })
  return { ten: made.contract_id, network: { id: large.contract_id, count: large.provider_count } }
}

async function open(page: Page, address: string, count: number): Promise<void> {
  await page.goto(address)
  await page
    .getByText(`${count.toLocaleString('en-US')} providers in all`)
    .waitFor({ timeout: 120_000 })
  await page.getByText(`${count.toLocaleString('en-US')} shown`).waitFor({ timeout: 60_000 })
}

type Told = { rate: number; dropped: number; main: number; raster: number; longestTask: number }

async function scroll(page: Page, session: CDPSession, pixels: number): Promise<Told> {
  await page.waitForTimeout(1_000)
  const before = await taskTime(session)
  const { deltas, longestTask } = await page.evaluate(scrollSteadily, { pixels, frames })
  const main = ((await taskTime(session)) - before) / frames
  const dropped = deltas
    .filter((delta) => delta > late)
    .reduce((sum, delta) => sum + Math.round(delta / frame) - 1, 0)
  return {
    rate: 1_000 / median(deltas),
    dropped,
    main,
    raster: await rasterTime(page, session, pixels),
    longestTask,
  }
}

// In a separate round, because tracing costs the main thread time.
async function rasterTime(page: Page, session: CDPSession, pixels: number): Promise<number> {
  const events = await traced(session, ['cc', 'devtools.timeline'], () =>
    page.evaluate(scrollSteadily, { pixels, frames }),
  )
  return (
    events
      .filter(({ name }) => name === 'RasterTask')
      .reduce((sum, event) => sum + spentIn(event), 0) / frames
  )
}

// Runs in the page: scrolls so many pixels each frame, turns at the ends, and reports the time
// between frames.
function scrollSteadily({
  pixels,
  frames: count,
}: {
  pixels: number
  frames: number
}): Promise<{ deltas: number[]; longestTask: number }> {
  const scroller = document.querySelector<HTMLElement>('[role="grid"]')!
  const target = window as unknown as Watched
  target.longestTask = 0
  scroller.scrollTop = 0
  return new Promise((resolve) => {
    const deltas: number[] = []
    let last = performance.now()
    let way = 1
    const step = (now: number) => {
      deltas.push(now - last)
      last = now
      if (deltas.length > count)
        return resolve({ deltas: deltas.slice(1), longestTask: target.longestTask })
      if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - pixels) way = -1
      scroller.scrollTop += pixels * way
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
