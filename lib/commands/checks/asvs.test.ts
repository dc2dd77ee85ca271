import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '#lib/commands/shell.ts'
import { readSources } from './source-files.ts'

const table = readFileSync(inRoot('lib/decisions/asvs.md'), 'utf8')
const cells = table
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const rows = cells.map(([id = '', level = '', asks = '', verdict = '', why = '']) => ({
  id,
  level,
  asks,
  verdict,
  why,
}))
const withVerdict = (verdict: string) => rows.filter((row) => row.verdict === verdict)

/** What a row names between backticks and that looks like a file of this project. */
const filesIn = (why: string) =>
  [...why.matchAll(/`([^`]+\.(?:tsx?|md|json))`/g)].map((match) => match[1]!)

test('every requirement of levels 1 and 2 has one row with words and a verdict', () => {
  // ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2.
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  expect(cells.filter((row) => row.length !== 5)).toEqual([])
  for (const { id, asks, verdict, why } of rows) {
    expect(['met', 'not met', 'not applicable'], id).toContain(verdict)
    expect(asks.split(' ').length, `${id}: ${asks}`).toBeLessThanOrEqual(12)
    expect(why.length, id).toBeGreaterThan(9)
  }
})

test('a requirement that is met names the files that show it, and every named file exists', () => {
  expect(withVerdict('met').filter(({ why }) => filesIn(why).length === 0)).toEqual([])
  expect(
    rows.flatMap(({ id, why }) => filesIn(why).map((file) => `${id} ${file}`)).filter(isMissing),
  ).toEqual([])
})

test('SECURITY.md has the counts of the table', () => {
  const [met, not, none] = ['met', 'not met', 'not applicable'].map(
    (verdict) => withVerdict(verdict).length,
  )
  const counts = /\*\*\d+ are met.*?\*\*/.exec(readFileSync(inRoot('SECURITY.md'), 'utf8'))?.[0]
  expect(counts).toBe(`**${met} are met, ${not} are not met, and ${none} are not applicable.**`)
})

// Rows say that these are absent.
const absent =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\(|\beval\(|new Function\(|addEventListener\('message'|\bonmessage\b|insecureHTTPParser/

test('no source of the console has raw HTML, text that runs as code, messages between windows, or a lenient parser', () => {
  const own = readSources().filter(
    ({ path }) =>
      /^(app|components|lib)\//.test(path) &&
      !/^lib\/sandbox\/|\.test\.tsx?$|\.testing\.ts$/.test(path),
  )
  expect(own.length).toBeGreaterThan(500)
  expect(
    own.flatMap(({ path, text }) =>
      absent.test(text) ? [`${path}: ${absent.exec(text)?.[0]}`] : [],
    ),
  ).toEqual([])
})

const isMissing = (named: string) => !existsSync(inRoot(named.slice(named.indexOf(' ') + 1)))
