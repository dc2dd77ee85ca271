import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { chooseInList } from '#e2e/fixtures/list-menu.ts'
import { fillSandbox, spawnSandbox } from './spawn-sandbox.ts'
import type { Measure } from './table.ts'
import { watchMemory } from './watch-memory.ts'

const captures = 100_000

/**
 * An export of 100,000 captures by the console's pages, with a patient's column: its speed compared
 * with a plain fetch of the same pages of 1,000, one after the other, and the memory of the
 * console's process above its idle use.
 */
export async function measureExport(browser: Browser, folder: string): Promise<Measure[]> {
  const sandbox = await spawnSandbox()
  const sandboxPort = Number(new URL(sandbox.url).port)
  const { service, url } = await startConsole({ folder, name: 'export', sandboxPort })
  try {
    await fillSandbox(sandbox.url, captures)
    const page = await (await browser.newContext()).newPage()
    await signIn(page, 'biller', url)
    await page.goto(`${url}/charge-captures`)
    await chooseInList(page, 'Export…')
    await page.getByRole('checkbox', { name: 'Patient', exact: true }).check()
    await page.waitForTimeout(5_000)
    const plain = [await walkPlainly(sandbox.url)]
    const memory = watchMemory(service.pid!)
    const exported = await runExport(page)
    const growth = { export: memory.growth() }
    const { lines, seconds: downloading } = await downloadFile(page)
    const whole = memory.growth()
    memory.stop()
    plain.push(await walkPlainly(sandbox.url))
    const plainly = plain.reduce((sum, seconds) => sum + seconds, 0) / plain.length
    return [
      {
        name: 'Export: rows in the file',
        value: lines - 1,
        unit: '',
        target: { atLeast: captures },
      },
      {
        name: 'Export: plain fetch of the same pages, mean of before and after',
        value: plainly,
        unit: 's',
      },
      { name: 'Export: from the press to the finished file', value: exported, unit: 's' },
      {
        name: 'Export: speed beside plain fetch',
        value: plainly / exported,
        unit: 'x',
        target: { atLeast: 0.8 },
      },
      { name: 'Export: download', value: downloading, unit: 's' },
      {
        name: 'Export: memory above idle while writing',
        value: growth.export,
        unit: 'MB',
        target: { atMost: 300 },
      },
      {
        name: 'Export: memory above idle, with the download',
        value: whole,
        unit: 'MB',
        target: { atMost: 300 },
      },
    ]
  } finally {
    await service.stop()
    await sandbox.stop()
  }
}

// Seconds.
async function walkPlainly(url: string): Promise<number> {
  const started = performance.now()
  let token: string | undefined
  let rows = 0
  do {
    const query = new URLSearchParams({ limit: '1000', sort: 'created_at', sort_direction: 'desc' })
    if (token !== undefined) query.set('page_token', token)
    const reply = await fetch(`${url}/api/charge_captures/v1?${query}`, {
      headers: { authorization: 'Bearer sandbox-full' },
    })
    const page = (await reply.json()) as { items: unknown[]; next_page_token?: string }
    rows += page.items.length
    token = page.next_page_token
  } while (token)
  if (rows !== captures) throw new Error(`the plain walk read ${rows} captures`)
  return (performance.now() - started) / 1_000
}

/** Starts the export that its open dialog describes: seconds until the file is finished. */
export async function runExport(page: Page): Promise<number> {
  const started = performance.now()
  await page.getByRole('button', { name: 'Start export' }).click()
  await page.getByRole('button', { name: 'Download CSV' }).waitFor({ timeout: 300_000 })
  return (performance.now() - started) / 1_000
}

async function downloadFile(page: Page): Promise<{ lines: number; seconds: number }> {
  const started = performance.now()
  const waiting = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const text = await readFile((await (await waiting).path())!, 'utf8')
  return { lines: text.split('\r\n').length - 1, seconds: (performance.now() - started) / 1_000 }
}
