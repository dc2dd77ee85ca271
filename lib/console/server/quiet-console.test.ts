import { expect, test } from 'vitest'
import { toLine } from './quiet-console.ts'

test("the log records where the framework's output came from, and none of its text", () => {
  const error = Object.assign(new TypeError('Failed query: select 1\nparams: token-canary, Moss'), {
    digest: '1234',
  })
  const line = toLine('error', ['⨯ Moss', error, { patient: 'Moss' }])
  expect(line).toMatchObject({ error_name: 'TypeError', digest: '1234' })
  expect(line.frames?.[0]).toMatch(/^at /)
  expect(JSON.stringify(line)).not.toMatch(/canary|Moss/)
})
