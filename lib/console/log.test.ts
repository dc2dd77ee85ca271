import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a line about a defect has its place in the code, and nothing of its message', () => {
  const failing = `
    const { logDefect } = await import('#lib/console/log.ts')
    function readPatient() { throw new TypeError('Moss Avery\\nborn 1951-07-03') }
    try { readPatient() } catch (error) { logDefect(error, 'getChargeCapture') }`
  const line = execFileSync(
    process.execPath,
    ['--conditions=react-server', '--input-type=module', '--eval', failing],
    { cwd: root, encoding: 'utf8', env: { ...process.env, LOG_LEVEL: 'info' } },
  )
  expect(JSON.parse(line)).toMatchObject({
    operation: 'getChargeCapture',
    error_name: 'TypeError',
    digest: expect.stringMatching(/^[0-9a-f]{12}$/),
    frames: expect.arrayContaining([expect.stringContaining('at readPatient')]),
  })
  expect(line).not.toMatch(/Moss|1951/)
})
