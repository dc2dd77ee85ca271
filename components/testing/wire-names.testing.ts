import { expect } from 'vitest'
import { wireNamesIn } from '#lib/contract/wire-names.testing.ts'

/** Expects that the page shows words, and no name of the partner's interface. */
export function expectNoWireNames(name: string): void {
  expect(wireNamesIn(document.body.innerText), name).toEqual([])
}
