import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readEverything } from './checks/source-files.ts'
import { inRoot } from './shell.ts'

// The variables that the code reads, as its text names them, beside the table of operate.md of them.

// An operator sets none of these. Each has its reason.
const internal: Record<string, string> = {
  CONSOLE_ALONE: '`npm start` tells its own processes that no second console has their database',
  CONSOLE_BUILD_ID: '`npm start` names its build',
  CONSOLE_FIRST_BUILD:
    '`npm start` tells the first build of a clone that no later one needs its cache yet',
  CONSOLE_SANDBOX: 'the start of a release tells the console that there is no sandbox',
  JUDGED_ANSWERS: 'the tests name the file in which they judge the sandbox’s answers',
  NEXT_DIST_DIR: '`npm start` and a release name the folder of the build',
  NODE_ENV: 'each command sets it for the processes that it starts',
  PATH: 'of the operating system, handed on to programs',
  TEST_LONG: '`npm run test:long` sets it',
}

/**
 * The names of the environment's variables that a source reads: as a member, by a quoted name, or
 * into a variable of its own. A source that reads a name which it computes counts with every quoted
 * text that has the form of such a name.
 */
function variablesIn(text: string): string[] {
  const members = [...text.matchAll(/\benv\??\.([A-Z]\w*|_\w*)/g)].map(([, name]) => name!)
  const quoted = [...text.matchAll(/\benv(?:\?\.)?\[['"`](\w+)['"`]\]/g)].map(([, name]) => name!)
  const taken = [
    ...text.matchAll(/\{([^{}]*)\}\s*(?:=\s*(?:process\.)?env\b|:\s*NodeJS\.ProcessEnv\b)/g),
  ].flatMap(([, parts]) => parts!.split(',').map((part) => part.split(/[:=]/)[0]!.trim()))
  const isComputed = /\benv(?:\?\.)?\[[^'"`]/.test(text)
  const named = isComputed ? [...text.matchAll(/['"`]([A-Z]+(?:_[A-Z]+)+)['"`]/g)] : []
  return [...members, ...quoted, ...taken, ...named.map(([, name]) => name!)].filter((name) =>
    /^[A-Z_][A-Z0-9_]*$/.test(name),
  )
}

const read = new Set(
  readEverything()
    .filter(({ path }) => /^(lib|app|components)\/.*\.(ts|tsx|mjs)$|^next\.config\.mjs$/.test(path))
    .filter(({ path }) => !/\.test\.ts$|\.testing\.ts$|\/testdata\/|\/test-console\.ts$/.test(path))
    .flatMap(({ text }) => variablesIn(text)),
)
const [, section] = /\n## Environment\n([^]*?)\n## /.exec(
  readFileSync(inRoot('lib/guide/operate.md'), 'utf8'),
)!
const explained = new Set(section!.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\bPORT\b/g))
const rows = [...section!.matchAll(/^\| ([A-Z][A-Z0-9_, ]*) \|/gm)].flatMap(([, names]) =>
  names!.split(', '),
)

test('each way to read a variable is found', () => {
  for (const text of [
    'process.env.NAME ?? 1',
    'env?.NAME',
    "process.env['NAME']",
    'const { OTHER: other, NAME } = process.env',
    'function read({ NAME: name = 1 }: NodeJS.ProcessEnv) {}',
    "const read = (name: string) => process.env[name]\nread('NAME_OF_IT')",
  ])
    expect(variablesIn(text).join(), text).toMatch(/\bNAME(_OF_IT)?\b/)
})

test('operate.md explains every variable that the code reads, but those that the console sets itself', () => {
  expect([...read].filter((name) => !explained.has(name) && !(name in internal))).toEqual([])
})

test('every variable of the table of operate.md is read, and none of the others is in it', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter((name) => !read.has(name))).toEqual([])
  expect(Object.keys(internal).filter((name) => explained.has(name) || !read.has(name))).toEqual([])
})
