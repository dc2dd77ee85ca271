import type { Browser, BrowserContextOptions } from '@playwright/test'
import { say } from '#lib/commands/shell.ts'
import { type PageLoad, loadPage } from './page-load.ts'
import type { Peer } from './peers.ts'
import { type Measure, median } from './table.ts'

/** A list page to load: the console's or a peer's. */
export type ListPage = Pick<Peer, 'name' | 'url' | 'rows'> & { options?: BrowserContextOptions }

const sizes = [100, 1000]
const slowdowns = [1, 4]
const rounds = 3

type Medians = Map<string, PageLoad>

/**
 * Loads every page in turn, so all of them meet the same moments of the machine, and returns the
 * medians.
 */
export async function measureListPages(browser: Browser, pages: ListPage[]): Promise<Medians> {
  const loads = new Map<string, PageLoad[]>()
  for (let round = 0; round < rounds; round++) {
    for (const rows of sizes)
      for (const slowdown of slowdowns)
        for (const page of pages) {
          const load = await loadPage(
            browser,
            page.url.replace('{n}', String(rows)),
            page.rows,
            slowdown,
            page.options,
          )
          const key = keyOf(page.name, rows, slowdown)
          loads.set(key, [...(loads.get(key) ?? []), load])
        }
    say(`  round ${round + 1} of ${rounds} done`)
  }
  return new Map([...loads].map(([key, all]) => [key, middle(all)]))
}

/** The numbers of the pages with their targets. */
export function judgeListPages(loads: Medians, pages: ListPage[], mine: string): Measure[] {
  const at = (name: string, rows: number, slowdown: number) =>
    loads.get(keyOf(name, rows, slowdown))!
  const measured = pages.flatMap(({ name }) =>
    sizes.flatMap((rows) => [
      { name: `${name}: time to ${rows} rows`, value: at(name, rows, 1).rows, unit: 'ms' },
      { name: `${name}: time to ${rows} rows at CPU/4`, value: at(name, rows, 4).rows, unit: 'ms' },
      {
        name: `${name}: longest task, ${rows} rows at CPU/4`,
        value: at(name, rows, 4).longestTask,
        unit: 'ms',
        ...(name === mine ? { target: { atMost: 250 } } : {}),
      },
      {
        name: `${name}: JS, ${rows} rows`,
        value: at(name, rows, 1).js,
        unit: 'KB',
        ...(name === mine ? { target: { atMost: 185 } } : {}),
      },
    ]),
  )
  const against = (name: string, slowdown: number) => ({
    name: `Time to 1,000 rows beside ${name}${slowdown > 1 ? ` at CPU/${slowdown}` : ''}`,
    value: at(mine, 1000, slowdown).rows / at(name, 1000, slowdown).rows,
    unit: 'x',
    target: { atMost: name === 'AG Grid' ? 0.8 : 0.25 },
  })
  return [
    ...measured,
    ...pages
      .filter(({ name }) => name !== mine)
      .flatMap(({ name }) => slowdowns.map((slowdown) => against(name, slowdown))),
  ]
}

function keyOf(name: string, rows: number, slowdown: number): string {
  return `${name} ${rows} ${slowdown}`
}

function middle(loads: PageLoad[]): PageLoad {
  const of = (key: keyof PageLoad) => median(loads.map((load) => load[key]))
  return {
    rows: of('rows'),
    longestTask: of('longestTask'),
    js: of('js'),
    elements: of('elements'),
  }
}
