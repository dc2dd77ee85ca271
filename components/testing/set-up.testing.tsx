import '#app/globals.css'
import { afterEach, beforeEach, vi } from 'vitest'
import { type Locator, locators } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { endAnswers, reachServer } from './answers.testing.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** The control of a form's field by its path, such as `data.service_lines.0.quantity`. */
    getByField(path: string): Locator
    /** Elements by a CSS selector, where no role and no name tells them apart. */
    getByCss(selector: string): Locator
  }
}

locators.extend({
  getByField: (path: string) => `[name="${path}"]`,
  getByCss: (selector: string) => selector,
})

// Next replaces it in what the browser gets.
Object.assign(globalThis, { process: { env: { NODE_ENV: 'test' } } })

let complaints: string[] = []

beforeEach(() => {
  complaints = []
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => complaints.push(words.join(' ')))
  vi.spyOn(globalThis, 'fetch').mockImplementation(reachServer(globalThis.fetch))
})

afterEach(async () => {
  // What a page still saves when it closes is the test's, too.
  await cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  const faults = [
    ...complaints,
    ...endAnswers().map((name) => `The page asked ${name}, which the test does not answer.`),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
