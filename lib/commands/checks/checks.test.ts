import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkDependencies, dependencyNote } from './check-dependencies.ts'
import { checkFloors } from './check-floors.ts'
import { checkHashes, checkInstall } from './check-lockfile.ts'
import { checkActs, checkImports, checkLinks, checkWords } from './check-sources.ts'
import { findImports } from './imports.ts'

const file = (path: string, text: string) => ({ path, text })
const lock = (version: string) => ({ packages: { 'node_modules/next': { version } } })

test('every way to import a module is found', () => {
  const source = `import a from 'a'\nimport {\n  b,\n} from "b"\nimport type { C } from 'c'\nimport 'd'\nexport * from 'e'\nconst f = await import('zod')\n`
  expect(findImports(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'zod'])
})

test('an import against the arrows is reported, by alias and by path', () => {
  expect(checkImports([file('lib/core/a.ts', `import { b } from '#lib/contract/b.ts'`)])).toEqual([
    'lib/core/a.ts: core must not import contract (#lib/contract/b.ts)',
  ])
  expect(
    checkImports([
      file('components/charge-captures/a.tsx', `import { b } from '../claim-creations/b.tsx'`),
    ]),
  ).toHaveLength(1)
  expect(
    checkImports([file('app/page.tsx', `const s = await import('#lib/sandbox/server.ts')`)]),
  ).toHaveLength(1)
})

test('an import along the arrows passes, and a test may start the sandbox', () => {
  expect(
    checkImports([
      file('lib/partner/call.ts', `import { key } from '#lib/console/connections/key-store.ts'`),
    ]),
  ).toEqual([])
  expect(
    checkImports([
      file('lib/partner/call.test.ts', `import { startSandbox } from '#lib/sandbox/server.ts'`),
    ]),
  ).toEqual([])
})

test('a file outside every part is reported', () => {
  expect(checkImports([file('lib/misc/a.ts', '')])).toHaveLength(1)
})

test('a link or a call that prefetches is reported', () => {
  const pre = 'pre'
  const ahead = (text: string) => checkLinks([file('components/ui/a.tsx', text)])
  expect(ahead(`import Link from 'next/${'link'}'`)).toEqual([
    'components/ui/a.tsx: imports next/link, which fetches pages ahead; use components/ui/soft-link.tsx',
  ])
  expect(ahead(`const Link = lazy(() => import('next/${'link'}'))`)).toHaveLength(1)
  expect(ahead(`import Form from 'next/${'form'}'`)).toHaveLength(1)
  for (const text of [
    `router.${pre}fetch(href)`,
    `client.${pre}fetchQuery(o)`,
    `<link rel="${pre}fetch" />`,
  ])
    expect(ahead(text), text).toEqual([
      'components/ui/a.tsx: fetches what nobody has asked for yet',
    ])
  expect(ahead(`import { useRouter } from 'next/navigation'\nrouter.push(href)`)).toEqual([])
})

test('a browser’s part that loads acts is reported, and an action that is no act', () => {
  const acts = (path: string, text: string) => checkActs([file(path, text)])
  expect(acts('components/ui/a.tsx', `import { roles } from '#lib/acts/acts.ts'`)).toEqual([
    'components/ui/a.tsx: imports acts as values; use `import type`',
  ])
  expect(
    acts('lib/queries/a.ts', `import {\n  type Reply,\n} from '#lib/actions/act.ts'`),
  ).toHaveLength(1)
  expect(acts('lib/queries/a.ts', `import type { Reply } from '#lib/actions/act.ts'`)).toEqual([])
  expect(
    acts('lib/actions/a.ts', `'use server'\nexport const a = readAct('listPayers', {})`),
  ).toEqual([])
  expect(
    acts('lib/actions/a.ts', `'use server'\nexport const acts = { a: readAct('listPayers', {}) }`),
  ).toEqual([
    "lib/actions/a.ts: exports no act: export const acts = { a: readAct('listPayers', {}) }",
  ])
})

test('machine paths and disabled checks are reported', () => {
  expect(
    checkWords([file('a.md', `see /${'wo'}rk/shared`), file('b.ts', `// @ts-${'ignore'}`)]),
  ).toEqual(['a.md:1: a path of one machine', 'b.ts:1: a switched-off check'])
})

test('a dependency needs a pinned version, a reason and a use', () => {
  const files = [
    file(dependencyNote, '- zod: schemas\n- left-pad: gone\n'),
    file('lib/core/a.ts', `import z from 'zod'\nimport h from 'hono'`),
  ]
  expect(checkDependencies({ dependencies: { zod: '^4.0.0', ky: '1.0.0' } }, files)).toEqual([
    'package.json: zod is not pinned exactly (^4.0.0)',
    `${dependencyNote}: no line gives the reason for ky`,
    `${dependencyNote}: left-pad is no dependency any more`,
    'lib/core/a.ts: imports hono, which package.json does not name',
    'package.json: nothing uses ky',
  ])
})

test('a package below its floor is reported', () => {
  const floors = { next: { floor: '16.4.5', reason: 'holes' } }
  expect(checkFloors(lock('16.4.4'), floors)).toEqual([
    'floors: next 16.4.4 is below 16.4.5: holes',
  ])
  expect(checkFloors(lock('16.4.5-canary.1'), floors)).toHaveLength(1)
  expect(checkFloors(lock('16.10.0'), floors)).toEqual([])
})

test('a package of the lockfile without a hash is reported, unless another package holds it', () => {
  const packages = {
    '': {},
    'node_modules/hashed': { integrity: 'sha512-a' },
    'node_modules/hashed/node_modules/held': { inBundle: true },
    'node_modules/bare': {},
  }
  expect(checkHashes({ packages })).toEqual([
    'package-lock.json: node_modules/bare has no integrity',
  ])
})

test('a lockfile without the programs of another system is reported', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lockfile-'))
  const wanted = { optionalDependencies: { 'programs-darwin-arm64': '1.0.0' } }
  const programs = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] }
  const complaints = (packages: object) => {
    const lock = { lockfileVersion: 3, requires: true, packages: { '': wanted, ...packages } }
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock))
    return checkInstall(folder)
  }
  try {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(wanted))
    expect(await complaints({ 'node_modules/programs-darwin-arm64': programs })).toEqual([])
    const missing = await complaints({})
    expect(missing).toHaveLength(4)
    expect(missing.at(-1)).toMatch(
      /^package-lock\.json: npm ci for darwin arm64: Missing: programs-darwin-arm64@.* from lock file$/,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
