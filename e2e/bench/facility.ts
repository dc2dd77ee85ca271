import type { Browser, CDPSession, Page } from '@playwright/test'
import { SandboxClient } from '#e2e/fixtures/sandbox.ts'
import { signIn } from '#e2e/fixtures/sign-in.ts'
import { startConsole } from '#e2e/stack/start-console.ts'
import { longestTaskOf, openMeter } from './main-thread.ts'
import { spawnSandbox } from './spawn-sandbox.ts'
import type { Measure } from './table.ts'

// The limit for one task of the main thread before a person feels it.
const longest = 50

/**
 * A facility of a contract with 60,000 providers: its page opened, the list searched, and all ids
 * pasted, added and saved. The longest task of each step, in ms of processor time.
 */
export async function measureFacility(browser: Browser, folder: string): Promise<Measure[]> {
  const sandbox = await spawnSandbox()
  const { service, url } = await startConsole({
    folder,
    name: 'facility',
    sandboxPort: Number(new URL(sandbox.url).port),
  })
  try {
    const { id, ids, empty } = await makeContract(new SandboxClient(sandbox.url))
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    await signIn(page, 'credentialing', url)
    const session = await openMeter(page)
    await page.evaluate((text) => navigator.clipboard.writeText(text), ids.join('\n'))
    const measures: Measure[] = []
    const many = ids.length.toLocaleString('en-US')
    for (const [name, work] of stepsOf(page, {
      address: `${url}/contracts/${id}/service-facilities`,
      many,
      empty,
    })) {
      measures.push({
        name: `Facility of ${many} providers: the longest task while ${name}`,
        value: await longestOf(session, page, work),
        unit: 'ms',
        target: { atMost: longest },
      })
    }
    return measures
  } finally {
    await service.stop()
    await sandbox.stop()
  }
}

type Scene = { address: string; many: string; empty: string }

function stepsOf(page: Page, { address, many, empty }: Scene): [string, () => Promise<unknown>][] {
  const dialog = page.getByRole('dialog')
  return [
    [
      'the page opens',
      async () => {
        await page.goto(address)
        await page.getByRole('list', { name: 'Service facilities' }).waitFor()
      },
    ],
    [
      'its providers are read and put in order',
      async () => {
        await page.getByRole('button', { name: `Providers at ${empty}`, exact: true }).click()
        await dialog.getByText(`${many} providers, the first`).waitFor({ timeout: 120_000 })
      },
    ],
    [
      'they are searched',
      async () => {
        await dialog
          .getByRole('searchbox', { name: 'Find a provider' })
          .pressSequentially('smith 12', { delay: 120 })
        await page.waitForTimeout(1_000)
        await dialog.getByRole('searchbox', { name: 'Find a provider' }).fill('')
        await dialog.getByText(`${many} providers, the first`).waitFor()
      },
    ],
    [
      'their ids are pasted and sorted',
      async () => {
        await dialog.locator('[name="provider_ids"]').focus()
        await page.keyboard.press('Control+V')
        await dialog.getByText(`${many} providers not here yet`).waitFor({ timeout: 60_000 })
      },
    ],
    [
      'they are added',
      async () => {
        await dialog
          .getByRole('region', { name: 'Paste providers' })
          .getByRole('button', { name: `Add ${many}` })
          .click()
        await dialog.getByText(`${many} providers added; not saved yet.`).waitFor()
        await dialog.getByRole('button', { name: 'Done' }).click()
      },
    ],
    [
      'they are saved',
      async () => {
        await page.getByRole('button', { name: /Review and save/ }).click()
        await dialog.getByRole('button', { name: 'Save 1 facility' }).click()
        await dialog.getByText(`Saved: ${many} providers now.`).waitFor({ timeout: 120_000 })
        await dialog.getByRole('button', { name: 'Done' }).click()
      },
    ],
  ]
}

// With the work that follows until the page is idle.
function longestOf(session: CDPSession, page: Page, work: () => Promise<unknown>): Promise<number> {
  return longestTaskOf(session, async () => {
    await work()
    await page.waitForTimeout(1_000)
  })
}

/**
 * An institutional contract with all providers of the large network at one facility and one of them
 * at another.
 */
async function makeContract(
  sandbox: SandboxClient,
): Promise<{ id: string; ids: string[]; empty: string }> {
  const contracts = (await sandbox.contracts({ contract_status: 'effective' })) as unknown as {
    contract_id: string
    provider_count?: number
    contracting_provider: { organization_provider_id: string }
    payer: { payer_uuid: string }
  }[]
  const network = contracts.toSorted(
    (a, b) => (b.provider_count ?? 0) - (a.provider_count ?? 0),
  )[0]!
  const ids: string[] = []
  for (let token: string | null = ''; token !== null;) {
    const page: { items: { organization_provider_id: string }[]; next_page_token: string | null } =
      await sandbox.send(
        'GET',
        `/api/contracts/v3/${network.contract_id}/providers?limit=1000${token && `&page_token=${encodeURIComponent(token)}`}`,
      )
    ids.push(...page.items.map((one) => one.organization_provider_id))
    token = page.next_page_token
  }
  const { items } = await sandbox.send<{
    items: { organization_service_facility_id: string; name: string }[]
  }>('GET', '/api/organization-service-facilities/v2?limit=2')
  const none = { type: 'noneApply' }
  const made = await sandbox.send<{ contract_id: string }>('POST', '/api/contracts/v3', {
    type: 'institutional',
    contract_type: 'institutional',
    contract_service_facilities: items.map((place, at) => ({
      service_facility_id: place.organization_service_facility_id,
      provider_ids: at === 0 ? ids : [],
    })),
    contracting_provider_id: network.contracting_provider.organization_provider_id,
    payer_uuid: network.payer.payer_uuid,
    effective_date: '2026-03-01',
    regions: { type: 'national' },
    commercial_insurance_types: { type: 'allApply' },
    medicare_insurance_types: none,
    medicaid_insurance_types: none,
  })
  return { id: made.contract_id, ids, empty: items[1]!.name }
}
