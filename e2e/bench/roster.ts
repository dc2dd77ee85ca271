import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { SandboxClient } from '#e2e/fixtures/sandbox.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { watchTasks, type Watched } from './main-thread.ts'
import { spawnSandbox } from './spawn-sandbox.ts'
import type { Measure } from './table.ts'

const listed = 100_000
// The limit for one task of the main thread before a person feels it.
const longest = 50

/**
 * The roster of the contract with 60,000 providers: walked whole, and a list of 100,000 ids pasted,
 * parsed, checked and held against it. Half of the ids are on the roster. Times in ms, by the
 * page's own clock.
 */
export async function measureRoster(browser: Browser, folder: string): Promise<Measure[]> {
  const sandbox = await spawnSandbox()
  const { service, url } = await startConsole({
    folder,
    name: 'roster',
    sandboxPort: Number(new URL(sandbox.url).port),
  })
  try {
    const client = new SandboxClient(sandbox.url)
    const contracts = (await client.contracts({ contract_status: 'effective' })) as {
      contract_id: string
      provider_count?: number
    }[]
    const network = contracts.find(({ provider_count = 0 }) => provider_count > 50_000)
    if (!network) throw new Error('the demo data has no contract with a large network')
    const ids = await readIds(sandbox.url, client.key, network.contract_id, listed / 2)
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    await signIn(page, 'credentialing', url)
    await page.addInitScript(watchTasks)
    const walked = await measureWalk(page, `${url}/contracts/${network.contract_id}/providers`)
    const search = await measureSearch(page)
    const pasted = await measurePaste(page, [
      ...ids,
      ...Array.from({ length: listed - ids.length }, () => randomUUID()),
    ])
    return [
      {
        name: `Roster: ${network.provider_count!.toLocaleString('en-US')} providers walked, from the address to the last row`,
        value: walked.time,
        unit: 'ms',
      },
      {
        name: 'Roster: the longest task while walking',
        value: walked.longestTask,
        unit: 'ms',
        target: { atMost: longest },
      },
      {
        name: 'Roster: the longest task while searching as one types',
        value: search,
        unit: 'ms',
        target: { atMost: longest },
      },
      {
        name: 'Roster: 100,000 pasted ids parsed, checked and diffed',
        value: pasted.time,
        unit: 'ms',
        target: { atMost: 1_500 },
      },
      {
        name: 'Roster: the longest task meanwhile',
        value: pasted.longestTask,
        unit: 'ms',
        target: { atMost: longest },
      },
      {
        name: 'Roster: the other 50,000 looked up in the directory',
        value: pasted.lookUp,
        unit: 'ms',
      },
      {
        name: 'Roster: the longest task meanwhile (look-up)',
        value: pasted.lookUpTask,
        unit: 'ms',
        target: { atMost: longest },
      },
    ]
  } finally {
    await service.stop()
    await sandbox.stop()
  }
}

async function readIds(
  url: string,
  key: string,
  contract: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  let token: string | null = null
  do {
    const query = new URLSearchParams({
      limit: '1000',
      ...(token === null ? {} : { page_token: token }),
    })
    const response = await fetch(`${url}/api/contracts/v3/${contract}/providers?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const page = (await response.json()) as {
      items: { organization_provider_id: string }[]
      next_page_token: string | null
    }
    ids.push(...page.items.map((provider) => provider.organization_provider_id))
    token = page.next_page_token
  } while (token !== null && ids.length < count)
  return ids.slice(0, count)
}

async function measureWalk(page: Page, address: string) {
  await page.goto(address, { waitUntil: 'commit' })
  await waitForText(page, 'providers in all')
  return page.evaluate(() => ({
    time: performance.now(),
    longestTask: (window as unknown as Watched).longestTask,
  }))
}

async function measureSearch(page: Page): Promise<number> {
  await rest(page)
  await page.getByLabel('Search the roster').pressSequentially('smith 12', { delay: 80 })
  await rest(page)
  const longestTask = await page.evaluate(() => (window as unknown as Watched).longestTask)
  await page.getByLabel('Search the roster').fill('')
  return longestTask
}

async function measurePaste(page: Page, ids: string[]) {
  await page.getByRole('button', { name: 'Add providers' }).click()
  const box = page.getByRole('dialog').getByLabel('Provider IDs or NPIs')
  await box.waitFor()
  await page.evaluate((text) => navigator.clipboard.writeText(text), ids.join('\n'))
  // Meanwhile the dialog passes the roster to its worker.
  await rest(page)
  await box.focus()
  await page.evaluate(() =>
    document.addEventListener(
      'paste',
      () => ((window as unknown as Timed).begun = performance.now()),
      {
        capture: true,
        once: true,
      },
    ),
  )
  await page.keyboard.press('Control+V')
  await waitForText(page, '100,000 values')
  const read = await page.evaluate(
    () => (window as unknown as Timed).seenAt - (window as unknown as Timed).begun,
  )
  await page.evaluate(() =>
    document.addEventListener(
      'click',
      () => ((window as unknown as Timed).begun = performance.now()),
      {
        capture: true,
        once: true,
      },
    ),
  )
  await page.getByRole('button', { name: 'Check the list' }).click()
  await waitForText(page, '100,000 values read')
  const planned = await page.evaluate(() => ({
    time: (window as unknown as Timed).seenAt - (window as unknown as Timed).begun,
    longestTask: (window as unknown as Timed).longestTask,
  }))
  await page.evaluate(() => ((window as unknown as Timed).longestTask = 0))
  await page.getByRole('tab', { name: /Unknown/ }).waitFor({ timeout: 300_000 })
  const lookUp = await page.evaluate(() => ({
    time: performance.now() - (window as unknown as Timed).begun,
    task: (window as unknown as Timed).longestTask,
  }))
  return {
    time: read + planned.time,
    longestTask: planned.longestTask,
    lookUp: lookUp.time - planned.time,
    lookUpTask: lookUp.task,
  }
}

// Waits in the page itself, which records when it first showed the text: polling from outside is as
// coarse as its pauses.
async function waitForText(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      if (!document.body?.textContent?.includes(wanted)) return false
      ;(window as unknown as Timed).seenAt = performance.now()
      return true
    },
    text,
    { timeout: 300_000, polling: 'raf' },
  )
}

async function rest(page: Page): Promise<void> {
  await page.waitForTimeout(3_000)
  await page.evaluate(() => ((window as unknown as Timed).longestTask = 0))
}

// When something started, and when its result was first visible.
type Timed = Watched & { begun: number; seenAt: number }
