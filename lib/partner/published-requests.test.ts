import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { Secret } from '#lib/console/connections/secret.ts'
import { encounterOtherMembers } from '#lib/contract/encounters/other-members.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { operationIds, operations } from '#lib/contract/operations.ts'
import { type TestSandbox, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { branchesIn, branchesOf, withNulls } from './body-shapes.testing.ts'
import { call } from './call.ts'
import { askPublished, type Wire } from './published-calls.testing.ts'
import { publishedInputs, publishedVariants } from './published-inputs.testing.ts'
import { connectionTo } from './test-partner.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent'
  sandbox = await startTestSandbox({ captures: 3 })
})
beforeEach(() => sandbox.send('DELETE', '/_sandbox/requests'))
afterAll(() => sandbox.close())

const bodyOf = (id: keyof typeof operations) =>
  (operations[id] as Operation).body as z.ZodType | undefined
const demanding = new Set(['billing_provider', 'service_facility'])
const full = operationIds.map((id) => [id, 'a full input', publishedInputs[id] as Wire] as const)
const variants = operationIds.flatMap((id) =>
  (publishedVariants[id] ?? []).map(
    (input, index) => [id, `another input, ${index + 1}`, input as Wire] as const,
  ),
)
const nulls = [...full, ...variants]
  .filter(([id]) => bodyOf(id))
  .flatMap(([id, name, input]) =>
    (['outermost', 'innermost'] as const).map(
      (where) =>
        [
          id,
          `${name}, null in every ${where} member that takes it`,
          { ...input, body: clientKnows(id, withNulls(bodyOf(id)!, input.body, where)) },
        ] as const,
    ),
  )

// The published client drops fields of an encounter that the description has but the client does
// not. In two addresses it requires the ZIP+4, which is optional in the description.
function clientKnows(id: string, body: unknown): unknown {
  if (id !== 'createEncounterFromPreEncounter') return body
  const known = Object.entries(body as object).filter(([name]) => !(name in encounterOtherMembers))
  return Object.fromEntries(
    known.map(([name, value]) => [name, demanding.has(name) ? withPlusFour(value) : value]),
  )
}

type Located = { address?: { zip_plus_four_code?: string | null } | null } | null

function withPlusFour(party: Located): Located {
  if (party?.address?.zip_plus_four_code !== null) return party
  return { ...party, address: { ...party.address, zip_plus_four_code: '1234' } }
}

test.each([...full, ...variants, ...nulls])(
  "%s: our request equals the published client's, for %s",
  async (id, _, input) => {
    await call(
      { ...connectionTo(sandbox.url), openKey: async () => new Secret('sandbox-full') },
      operations[id] as Operation,
      input as never,
    )
    await askPublished(sandbox.url, id, input)
    const [ours, theirs, ...more] = await logged()
    expect(ours).toEqual(theirs)
    expect(ours?.method).toBe(operations[id].method)
    expect(more).toEqual([])
  },
)

test.each(operationIds.filter((id) => bodyOf(id)))(
  '%s: the inputs use every branch of every union of its body',
  (id) => {
    const inputs = [publishedInputs[id], ...(publishedVariants[id] ?? [])] as Wire[]
    expect(new Set(inputs.flatMap(({ body }) => [...branchesIn(bodyOf(id)!, body)]))).toEqual(
      branchesOf(bodyOf(id)!),
    )
  },
)

// Compares the requests that the sandbox's request log shows, without their time and answer.
async function logged() {
  const { requests } = (await sandbox.get('/_sandbox/requests')).json as {
    requests: { method: string; path: string; query: object; body: unknown }[]
  }
  return requests.map(({ method, path, query, body }) => ({ method, path, query, body }))
}
