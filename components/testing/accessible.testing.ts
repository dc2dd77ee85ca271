import axe from 'axe-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with the elements of every axe violation on the page, once all fading has ended. */
export async function expectAccessible(name: string): Promise<void> {
  let found = await violationsOf(name)
  // Text that began to fade while axe looked stands at the next look.
  if (found.length > 0) found = await violationsOf(name)
  expect(found, name).toEqual([])
}

async function violationsOf(name: string): Promise<string[]> {
  await expect.poll(countFading, { message: name }).toBe(0)
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    runOnly: { type: 'tag', values: rules },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
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
