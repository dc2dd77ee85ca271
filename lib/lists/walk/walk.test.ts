import { expect, test } from 'vitest'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import { createWalker } from './walk.ts'

/** Pages of two rows each: tokens are the places. `answers` replaces what the n-th request gets. */
function pagesOf(ids: string[], answers: Record<number, Result<WalkPage>> = {}) {
  const asked: (string | undefined)[] = []
  const readPage = async (position: string | undefined): Promise<Result<WalkPage>> => {
    asked.push(position)
    const special = answers[asked.length]
    if (special) return special
    const from = Number(position ?? 0)
    return ok({
      rows: ids.slice(from, from + 2).map((id) => ({ id })),
      next: from + 2 < ids.length ? String(from + 2) : null,
    })
  }
  return { asked, readPage }
}

const settled = (walker: ReturnType<typeof createWalker>) => walker.settled()
const idsOf = (walker: ReturnType<typeof createWalker>) =>
  walker
    .read()
    .rows.map((row) => row.id)
    .join('')

test('a walk begins when somebody looks and ends at the last page', async () => {
  const { asked, readPage } = pagesOf([...'abcde'])
  const walker = createWalker(readPage, () => 7)
  expect(walker.read()).toMatchObject({ standing: 'paused', rows: [] })
  const counts: number[] = []
  walker.subscribe(() => counts.push(walker.read().count))
  walker.hold()
  await settled(walker)
  expect(walker.read()).toMatchObject({ standing: 'whole', count: 5, pages: 3, readAt: 7, isOld: false })
  expect(idsOf(walker)).toBe('abcde')
  expect(asked).toEqual([undefined, '2', '4'])
  expect(counts).toEqual([0, 2, 4, 5])
})

test('a failure keeps what was read, and going on begins at its token', async () => {
  const { asked, readPage } = pagesOf([...'abcde'], { 2: fail('PartnerTimeout', 'Late.') })
  const walker = createWalker(readPage)
  walker.hold()
  await settled(walker)
  expect(walker.read()).toMatchObject({ standing: 'failed', count: 2, failure: { name: 'PartnerTimeout' } })
  walker.goOn()
  await settled(walker)
  expect(walker.read()).toMatchObject({ standing: 'whole', count: 5, failure: undefined })
  expect(asked).toEqual([undefined, '2', '2', '4'])
})

test('a stop throws away the page that is under way; nobody looking pauses, looking again goes on', async () => {
  const { asked, readPage } = pagesOf([...'abcd'])
  const walker = createWalker(readPage)
  const release = walker.hold()
  walker.stop()
  await Promise.resolve()
  expect(walker.read()).toMatchObject({ standing: 'stopped', count: 0 })
  release()
  walker.hold()()
  expect(walker.read().standing).toBe('stopped')
  walker.goOn()
  release()
  const other = walker.hold()
  other()
  expect(walker.read().standing).toBe('paused')
  walker.hold()
  await settled(walker)
  expect(idsOf(walker)).toBe('abcd')
  expect(asked.filter((position) => position === '2')).toHaveLength(1)
})

test('a row that moved is kept once, and a page that comes twice ends the walk', async () => {
  const pages: Result<WalkPage>[] = [
    ok({ rows: [{ id: 'a' }, { id: 'b' }, { id: '', unreadable: true }], next: 'x' }),
    ok({ rows: [{ id: 'b' }, { id: '', unreadable: true }], next: 'x' }),
  ]
  const walker = createWalker(async () => pages.shift()!)
  walker.hold()
  await settled(walker)
  expect(walker.read()).toMatchObject({ standing: 'failed', count: 3, failure: { name: 'WalkGoesRound' } })
})

test('read again, a whole list stays until the new one is whole; another does not', async () => {
  const ids = [...'abc']
  const { readPage } = pagesOf(ids)
  const walker = createWalker(readPage)
  walker.hold()
  await settled(walker)
  ids.splice(0, 3, 'x', 'y', 'z')
  const seen: string[] = []
  walker.subscribe(() => seen.push(idsOf(walker)))
  walker.again()
  expect(walker.read()).toMatchObject({ standing: 'reading', isOld: true, count: 0 })
  await settled(walker)
  expect(new Set(seen)).toEqual(new Set(['abc', 'xyz']))
  expect(walker.read().isOld).toBe(false)
  const failing = createWalker(pagesOf([...'abcd'], { 2: fail('PartnerTimeout', 'Late.') }).readPage)
  failing.hold()
  await settled(failing)
  failing.again()
  expect(failing.read()).toMatchObject({ standing: 'reading', rows: [], isOld: false })
})
