import axe from 'axe-core'
import { expect } from 'vitest'
import { axeRules, countFading, violationsOf } from '#lib/core/accessible.testing.ts'

/** Fails with the elements of every axe violation on the page, once all fading has ended. */
export async function expectAccessible(name: string): Promise<void> {
  const found = await violationsOf(async () => {
    await expect.poll(countFading, { message: name }).toBe(0)
    return axe.run(document, {
      resultTypes: ['violations'],
      runOnly: { type: 'tag', values: axeRules },
    })
  })
  expect(found, name).toEqual([])
}
