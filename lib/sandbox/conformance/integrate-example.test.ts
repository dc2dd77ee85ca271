import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'

const root = path.resolve(import.meta.dirname, '../../..')
let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 300, contracts: 0, seed: 7 })
})
afterAll(() => sandbox.close())

test('the example of integrate.md for integrators works', async () => {
  const text = readFileSync(path.join(root, 'lib/guide/integrate.md'), 'utf8')
  const lines = /```js\n([\s\S]*?)```/.exec(text)![1]!
  expect(lines.trim().split('\n')).toHaveLength(3)
  const code = lines.replaceAll('http://127.0.0.1:5050', sandbox.url)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { cwd: root },
  )
  expect(stdout).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})
