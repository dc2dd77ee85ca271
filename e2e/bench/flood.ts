import type { Browser } from '@playwright/test'
import { actionRequest } from '#e2e/fixtures/writes-under-kills.ts'
import { actionNames, buildFolder } from '#lib/commands/build.ts'
import type { Recorded } from './action-replay.ts'
import { prepareLoad } from './load.ts'
import { failuresIn, sendSteadily, timesOf, withFailures } from './steady-load.ts'
import { type Measure, median, slowOf } from './table.ts'

const calls = 200
const seconds = 10
const perSecond = 4
const mostDelayMs = 250

/**
 * The largest use that one account may make of an action, where it is larger than a look at one
 * record. The other actions send less, or their limit is in lib/console/stored-limits.test.ts.
 */
const largest: { [action: string]: unknown } = {
  readList: { operation: 'listChargeCaptures', query: { limit: 100 } },
  readQueueItems: { filter: { view: 'causes', sort: 'money' }, position: 0 },
  readOverview: {},
  readSummary: {},
  listSavedViews: {},
  findPatients: { text: 'Moss' },
  saveView: {
    list: 'listChargeCaptures',
    view: { filters: { claim_creation_ids: manyIds(5_000) } },
  },
  proposeForRows: {
    rows: manyIds(50).map((id) => ({
      claim_creation_id: id,
      charge_capture_id: id,
      names: ['data.rendering_provider.npi'],
    })),
  },
  saveFilingLimits: {
    rules: Array.from({ length: 200 }, (_, at) => ({
      payer_id: `flood-${at}`,
      payer: `Payer ${at}`,
      limits: { original: 90 },
      source: 'Contract',
    })),
  },
}

function manyIds(count: number): string[] {
  return Array.from({ length: count }, () => crypto.randomUUID())
}

/**
 * One account's 200 calls at once of each large action, and of a page, while another person reads a
 * list page of 100 four times a second: how much longer the half of that person's reads takes than
 * without the flood.
 */
export async function measureFlood(
  browser: Browser,
  folder: string,
  rowSelector: string,
): Promise<Measure[]> {
  const { own, load, stop } = await prepareLoad(browser, folder, rowSelector, {
    name: 'flood',
    seconds: 1,
  })
  try {
    const [reader, flooder] = load.cookies!
    const page = `${own.url}/charge-captures`
    const floods: [string, Recorded][] = Object.entries(largest).map(([name, input]) => [
      name,
      actionRequest(page, name, input),
    ])
    floods.push(['the page /queue', { url: `${own.url}/queue`, headers: {} }])
    const read = () =>
      sendSteadily({
        ...load,
        perSecond,
        seconds,
        cookies: [reader!],
        order: ['list'],
      })
    // The first reads of a process load its code.
    await read()
    const quiet = median(timesOf(await read()))
    const measures: Measure[] = [
      { name: 'Flood: another person’s list page without one', value: quiet, unit: 'ms' },
    ]
    for (const [name, request] of floods) {
      const flood = sendSteadily({
        perSecond: calls * 10,
        seconds: 0.1,
        cookies: [flooder!],
        order: ['flood'],
        kinds: { flood: { requests: [request], answers: '' } },
      })
      const samples = await read()
      const refused = failuresIn(await flood)
      const times = timesOf(samples)
      measures.push(
        {
          name: withFailures(`Flood of ${name}${refused && ` (${refused})`}: added`, samples),
          value: median(times) - quiet,
          unit: 'ms',
          target: { atMost: mostDelayMs },
        },
        { name: '  its slowest of twenty', value: slowOf(times), unit: 'ms' },
      )
    }
    const all = new Set(actionNames(buildFolder()).values()).size
    return [
      ...measures,
      { name: `Flood: actions measured, of ${all}`, value: Object.keys(largest).length, unit: '' },
    ]
  } finally {
    await stop()
  }
}
