import { MutationCache, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { askAct, type Tells } from './use-act.ts'

async function asked(answer: () => Promise<Result<number>>, tells?: Tells) {
  const reported: unknown[] = []
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _input, _context, { meta }) => reported.push(error.message, meta),
    }),
  })
  client.setQueryData(['readQueue', {}], 1)
  client.setQueryData(['listPayers', {}], 1)
  const result = await askAct(client, 'markQueue', answer, undefined, tells)
  const isOutdated = (name: string) => client.getQueryState([name, {}])?.isInvalidated
  return {
    result,
    reported,
    outdated: [isOutdated('readQueue'), isOutdated('listPayers')],
    kept: client.getMutationCache().getAll(),
  }
}

test('an act that was done makes its reads out of date, and no other; its input leaves the memory', async () => {
  expect(await asked(async () => ok(1))).toEqual({
    result: ok(1),
    reported: [],
    outdated: [true, false],
    kept: [],
  })
})

test('a refused act leaves reads as they are, and is told once with the words before its own', async () => {
  const refused = fail('Forbidden', 'Not you.')
  const { result, reported, outdated } = await asked(async () => refused, {
    tells: 'Nothing was changed.',
  })
  expect({ result, reported, outdated }).toEqual({
    result: refused,
    reported: ['Forbidden', { tells: 'Nothing was changed.' }],
    outdated: [false, false],
  })
})

test('where nobody knows whether an act was done, its reads are out of date', async () => {
  for (const name of ['OutcomeUnknown', 'SavedButUnread', 'DatabaseAway'])
    expect((await asked(async () => fail(name, 'Unknown.'))).outdated, name).toEqual([true, false])
  const lost = await asked(() => Promise.reject(new TypeError('fetch failed')))
  expect(lost.outdated).toEqual([true, false])
  expect(lost.result).toMatchObject({ ok: false, error: { name: 'ConsoleUnreachable' } })
})
