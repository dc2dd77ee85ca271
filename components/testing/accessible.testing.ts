import axe from 'axe-core'
import { expect } from 'vitest'
import { wireNamesIn } from '#lib/contract/wire-names.testing.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Fails with the elements of every axe violation in what is shown, once all fading has ended. What
 * a whole page needs, such as its landmarks, is not looked at.
 */
export async function expectAccessible(): Promise<void> {
  await expect.poll(countFading).toBe(0)
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    runOnly: rules,
  })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([])
}

/** Expects that only words are shown, and no name of the partner's interface. */
export function expectNoWireNames(): void {
  expect(wireNamesIn(document.body.innerText)).toEqual([])
}

// A spinner never stops; fading text has a different contrast than it will have.
function countFading(): number {
  return document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    ).length
}
