import 'server-only'
import { textAt } from '#lib/rules/edit/json-path.ts'
import type { FindListed, ListedValue } from '#lib/rules/bulk/listed-values.ts'
import { readWhole } from '#lib/actions/lists/partner-pages.ts'
import { askList } from '#lib/actions/finding/propose.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** What the partner's lists have said in a preview: `isWhole` if all of them were read. */
export type LookedUp = Map<string, { entries: readonly unknown[]; isWhole: boolean }>

// A preview reads up to 10,000 captures one by one: this is a tenth of that.
const mostLookUps = 1_000
// The partner's public documents name 1,000 requests in 10 seconds for all clients of one IP
// address.
const atOnce = 4
const mostPages = 5

/**
 * Looks values up in the partner's lists, each once a preview. What cannot be read, and what is more
 * than `mostLookUps`, stays unknown.
 */
export async function lookUpListed(
  asked: readonly ListedValue[],
  known: LookedUp,
  { connection }: ActionContext,
): Promise<FindListed> {
  const fresh = [...new Map(asked.map((each) => [keyOf(each), each]))]
    .filter(([key]) => !known.has(key))
    .slice(0, mostLookUps - known.size)
  for (let from = 0; from < fresh.length; from += atOnce)
    await Promise.all(
      fresh.slice(from, from + atOnce).map(async ([key, each]) => {
        const { ask, query } = askList(each, connection)
        const { items, failure } = await readWhole(ask, query, { pages: mostPages })
        known.set(key, { entries: items, isWhole: failure === null })
      }),
    )
  return (each) => {
    const found = known.get(keyOf(each))
    if (!found) return undefined
    const isThere = found.entries.some((entry) => textAt(entry, each.by) === each.text)
    return isThere || found.isWhole ? found.entries : undefined
  }
}

function keyOf({ of, by, search }: ListedValue): string {
  return JSON.stringify([of, by, search])
}
