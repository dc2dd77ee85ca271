import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import {
  applied,
  changeSize,
  isAssigned,
  isSameSet,
  noChange,
  remaining,
  withIds,
  without,
  type AssignmentChange,
} from './assignments.ts'

const runs = { numRuns: testSize(1_000, 20_000) }
const ids = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 8 })
const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'))
const step = fc.record({ ids, wanted: fc.boolean() })
const steps = fc.array(step, { maxLength: 6 })

/** Builds a change step by step, as a person makes it. */
function changeOf(
  assigned: readonly string[],
  made: readonly { ids: string[]; wanted: boolean }[],
): AssignmentChange {
  return made.reduce(
    (change, one) => withIds(new Set(assigned), change, one.ids, one.wanted),
    noChange,
  )
}

test('after any steps, each id is as its last step left it, and every other id is unchanged', () => {
  fc.assert(
    fc.property(list, steps, (assigned, made) => {
      const after = new Set(applied(assigned, changeOf(assigned, made)))
      for (const id of 'abcdefgh') {
        const last = made.findLast((one) => one.ids.includes(id))
        expect(after.has(id)).toBe(last ? last.wanted : assigned.includes(id))
        expect(isAssigned(new Set(assigned), changeOf(assigned, made), id)).toBe(after.has(id))
      }
    }),
    runs,
  )
})

test('a change contains no id twice and no redundant id, and undoing everything leaves it empty', () => {
  fc.assert(
    fc.property(list, steps, (assigned, made) => {
      const { add, remove } = changeOf(assigned, made)
      expect(add.isDisjointFrom(remove)).toBe(true)
      expect(add.isDisjointFrom(new Set(assigned))).toBe(true)
      expect(remove.isSubsetOf(new Set(assigned))).toBe(true)
      const back = withIds(
        new Set(assigned),
        withIds(new Set(assigned), { add, remove }, assigned, true),
        [...add],
        false,
      )
      expect(changeSize(back)).toBe(0)
    }),
    runs,
  )
})

test('applied to a list that others changed, it keeps their changes and their order', () => {
  fc.assert(
    fc.property(list, steps, list, (loaded, made, theirs) => {
      const mine = changeOf(loaded, made)
      const merged = applied(theirs, mine)
      expect(new Set(merged).size).toBe(merged.length)
      for (const id of mine.add) expect(merged).toContain(id)
      for (const id of mine.remove) expect(merged).not.toContain(id)
      const untouched = (id: string) => !mine.add.has(id) && !mine.remove.has(id)
      expect(merged.filter(untouched)).toEqual(theirs.filter(untouched))
      // The remaining change has the same effect, and applying it twice has the effect of once.
      const left = remaining(new Set(theirs), mine)
      expect(isSameSet(applied(theirs, left), merged)).toBe(true)
      expect(applied(merged, mine)).toEqual(merged)
      expect(changeSize(remaining(new Set(merged), mine))).toBe(0)
    }),
    runs,
  )
})

test('without the sent part, only later steps are left', () => {
  fc.assert(
    fc.property(list, steps, steps, (assigned, first, later) => {
      const sent = changeOf(assigned, first)
      const now = changeOf(assigned, [...first, ...later])
      const after = applied(assigned, sent)
      const left = remaining(new Set(after), without(now, sent))
      for (const id of left.add) expect(sent.add.has(id)).toBe(false)
      for (const id of left.remove) expect(sent.remove.has(id)).toBe(false)
    }),
    runs,
  )
})
