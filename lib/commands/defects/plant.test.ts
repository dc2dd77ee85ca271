import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '#lib/commands/shell.ts'
import { defects } from './declared.ts'
import { plantIn, type RanTest, ranByPlaywright, ranByVitest, verdictOn } from './plant.ts'

const defect = {
  name: 'sum-false',
  what: 'A sum is a difference.',
  file: 'sum.ts',
  find: 'a + b',
  replace: 'a - $& b',
  checks: [],
}

test('a defect is planted where its text is found exactly once', () => {
  expect(plantIn('sum = a + b', defect)).toBe('sum = a - $& b')
  expect(() => plantIn('sum = b + a', defect)).toThrow(
    '“sum-false” can’t be planted: sum.ts has its text nowhere.',
  )
  expect(() => plantIn('a + b + a + b', defect)).toThrow('sum.ts has its text 2 times')
  expect(() => plantIn('a + b', { ...defect, replace: defect.find })).toThrow('changes nothing')
})

test('each declared defect can be planted, has a name of its own, and names tests that exist', () => {
  const textOf = (file: string) => readFileSync(inRoot(file), 'utf8')
  for (const each of defects) {
    expect(plantIn(textOf(each.file), each), each.name).not.toContain(each.find)
    expect(each.checks.length, each.name).toBeGreaterThan(0)
    for (const { file, test } of each.checks) {
      expect(file, each.name).toMatch(/\.(test|spec)\.tsx?$/)
      expect(test.trim(), each.name).not.toBe('')
      expect(textOf(file), `${each.name}: ${file}`).toContain(test)
    }
  }
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length)
})

test('a check fails by a failed test only: a test that did not run is neither', () => {
  const check = { file: 'a.test.ts', test: 'adds up' }
  const ran = (...outcomes: RanTest['outcome'][]) =>
    outcomes.map((outcome) => ({ file: 'a.test.ts', title: 'a sum adds up', outcome }))
  expect(verdictOn(check, ran('passed', 'failed'))).toBe('failed')
  expect(verdictOn(check, ran('passed', 'passed'))).toBe('passed')
  expect(verdictOn(check, ran('passed', 'other'))).toBe('none')
  expect(verdictOn(check, [])).toBe('none')
  expect(verdictOn({ ...check, file: 'b.test.ts' }, ran('failed'))).toBe('none')
  expect(verdictOn({ ...check, test: 'counts' }, ran('failed'))).toBe('none')
})

test('the reports of Vitest and Playwright name each test with its file, its groups and its end', () => {
  const assertionResults = [
    { status: 'failed', fullName: 'a sum adds up' },
    { status: 'skipped', fullName: 'a sum is exact' },
  ]
  expect(
    ranByVitest({ testResults: [{ name: '/copy/lib/a.test.ts', assertionResults }] }, '/copy'),
  ).toEqual([
    { file: 'lib/a.test.ts', title: 'a sum adds up', outcome: 'failed' },
    { file: 'lib/a.test.ts', title: 'a sum is exact', outcome: 'other' },
  ])
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    tests: [{ results: statuses.map((status) => ({ status })) }],
  })
  expect(
    ranByPlaywright({
      suites: [
        {
          title: 'a.spec.ts',
          file: 'a.spec.ts',
          specs: [spec('opens', 'passed')],
          suites: [
            {
              title: 'as a manager',
              file: 'a.spec.ts',
              specs: [spec('closes', 'timedOut'), spec('waits')],
            },
          ],
        },
      ],
    }),
  ).toEqual([
    { file: 'e2e/a.spec.ts', title: 'opens', outcome: 'passed' },
    { file: 'e2e/a.spec.ts', title: 'as a manager closes', outcome: 'failed' },
    { file: 'e2e/a.spec.ts', title: 'as a manager waits', outcome: 'other' },
  ])
  expect([ranByVitest({}, '/copy'), ranByPlaywright({})]).toEqual([[], []])
})
