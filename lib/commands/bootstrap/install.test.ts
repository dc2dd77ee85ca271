import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Plain JavaScript, which has no types here.
const script = new URL('./install.mjs', import.meta.url).href
const { missingPackages } = (await import(script)) as {
  missingPackages: (root: string, system: { platform: string; arch: string }) => string[]
}

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'install-'))
  mkdirSync(path.join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

const programs = (system: string, cpu: string) => ({
  [`node_modules/programs-${system}-${cpu}`]: {
    version: '1.0.0',
    optional: true,
    os: [system],
    cpu: [cpu],
  },
})
const wanted = {
  '': { optionalDependencies: { 'programs-linux-x64': '1.0.0', 'programs-darwin-arm64': '1.0.0' } },
  'node_modules/needed': { version: '2.0.0' },
  'node_modules/needed/node_modules/inner': { version: '3.0.0' },
  'node_modules/speed-up': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  ...programs('linux', 'x64'),
  ...programs('darwin', 'arm64'),
}

function missing(installed: object, platform: string, arch: string): string[] {
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  writeFileSync(
    path.join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: installed }),
  )
  return missingPackages(root, { platform, arch })
}

test('a fresh clone misses what is required and the programs of its own system', () => {
  expect(missing({}, 'linux', 'x64')).toEqual(['needed', 'inner', 'programs-linux-x64'])
  expect(missing({}, 'win32', 'x64')).toEqual(['needed', 'inner'])
})

test('an older clone misses a package of another version and programs that a newer version needs', () => {
  const { '': _, ...all } = wanted
  const older = {
    ...all,
    'node_modules/needed': { version: '1.9.0' },
    'node_modules/programs-darwin-arm64': undefined,
  }
  expect(missing(all, 'darwin', 'arm64')).toEqual([])
  expect(missing(older, 'darwin', 'arm64')).toEqual(['needed', 'programs-darwin-arm64'])
})

test('an installation that npm refuses ends with npm’s own words, and installs nothing', () => {
  const write = (name: string, value: object) =>
    writeFileSync(path.join(root, name), JSON.stringify(value))
  write('package.json', {
    dependencies: { needed: '2.0.0' },
    optionalDependencies: { more: '1.0.0' },
  })
  write('package-lock.json', {
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { needed: '2.0.0' } },
      'node_modules/needed': { version: '2.0.0' },
    },
  })
  const run = `import(${JSON.stringify(script)}).then((each) => each.installWhenNeeded(${JSON.stringify(root)}))`
  const { status, stderr } = spawnSync(process.execPath, ['-e', run], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true' },
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/Missing: more@.* from lock file/)
  expect(stderr).toContain('The packages could not be installed; npm says why above.')
  expect(existsSync(path.join(root, 'node_modules/needed'))).toBe(false)
})
