import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { marksIn } from './docs/operation-marks.testing.ts'

const lib = path.resolve(import.meta.dirname, '..')

test('the ASSUMED marks in the code and the lines of FIDELITY.md have the same keys', () => {
  const files = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const key = String.raw`[a-z0-9]+(?:-[a-z0-9]+)+`
  const inCode = files.flatMap((file) => marksIn(readFileSync(path.join(lib, file), 'utf8')))
  const document = readFileSync(path.join(lib, 'sandbox/FIDELITY.md'), 'utf8')
  const written = [...document.matchAll(new RegExp(`^- \`(${key})\`: \\S`, 'gm'))].map(
    (match) => match[1]!,
  )
  expect(written).toEqual([...new Set(written)])
  expect([...new Set(inCode)].toSorted()).toEqual(written.toSorted())
})
