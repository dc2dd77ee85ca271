import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildFolder } from '#lib/commands/build.ts'
import { plantedSecrets, secretPatterns } from '#lib/commands/planted-secrets.ts'
import { inRoot } from '#lib/commands/shell.ts'
import { everyPage } from './fixtures/pages.ts'
import { expect, test } from './fixtures/test.ts'

// Two of the addresses are none of a page or a record.
test.use({ role: 'admin', expectedComplaint: /40[04] \((Not Found|Bad Request)\)/ })

/** Every file that the build gives to browsers. */
function browserFiles(): { name: string; text: string }[] {
  const folder = inRoot(buildFolder(), 'static')
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ name: path.relative(folder, file), text: readFileSync(file, 'latin1') }))
}

// The bundler writes an empty map for a chunk that has no modules.
function isSourceMap(name: string, text: string): boolean {
  if (!name.endsWith('.map')) return /sourceMappingURL=/.test(text)
  const { sources, sections } = JSON.parse(text) as { sources: unknown[]; sections?: unknown[] }
  return sources.length > 0 || (sections?.length ?? 0) > 0
}

/** What looks like a secret in a text, or is one of those planted. */
function secretsIn(text: string): string[] {
  return [
    ...secretPatterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []),
    ...Object.entries(plantedSecrets).flatMap(([name, value]) =>
      [
        name,
        value,
        JSON.stringify(value).slice(1, -1),
        Buffer.from(value).toString('base64'),
      ].filter((form) => text.includes(form)),
    ),
  ]
}

/** The longer texts that only the server's own files contain, and the names of the settings. */
function serverTexts(): string[] {
  const read = (patterns: string[]) =>
    globSync(patterns, { cwd: inRoot() })
      .filter((file) => !/\.(test|testing)\.tsx?$/.test(file))
      .map((file) => readFileSync(inRoot(file), 'utf8'))
  const server = read(['lib/{console,partner,actions}/**/*.ts']).filter((text) =>
    text.includes("'server-only'"),
  )
  const shared = read([
    '{app,components}/**/*.{ts,tsx}',
    'lib/{acts,core,contract,lists,queries,rules}/**/*.ts',
  ]).join('\n')
  const texts = server.flatMap((text) =>
    [...text.matchAll(/'([^'\n]{16,})'/g)].map(([, inside]) => inside!),
  )
  const settings = [
    ...readFileSync(inRoot('lib/guide/operate.md'), 'utf8').matchAll(/^\| ([A-Z_, ]+) \|/gm),
  ]
  const names = settings
    .flatMap(([, cell]) => cell!.split(', '))
    .filter((name) => name.includes('_'))
  return [...new Set([...names, ...texts])].filter(
    (text) => !text.startsWith('#') && !shared.includes(text),
  )
}

test('the build’s files for browsers have no secrets, no source maps and no texts of the server', () => {
  const files = browserFiles()
  expect(files.length).toBeGreaterThan(20)
  const texts = serverTexts()
  expect(texts.length).toBeGreaterThan(150)
  const found = files.flatMap(({ name, text }) => [
    ...(isSourceMap(name, text) ? [`${name}: a source map`] : []),
    ...secretsIn(text).map((secret) => `${name}: ${secret.slice(0, 40)}`),
    ...texts.filter((one) => text.includes(one)).map((one) => `${name}: ${one}`),
  ])
  expect(found).toEqual([])
})

test('the search finds each of the 50 planted secrets, by its pattern and by its value', () => {
  const secrets = Object.values(plantedSecrets)
  expect(new Set(secrets).size).toBe(50)
  for (const secret of secrets) {
    expect(
      secretPatterns.some((pattern) => pattern.test(`const key="${secret}";`)),
      secret,
    ).toBe(true)
    expect(secretsIn(`{"key":${JSON.stringify(secret)}}`), secret).not.toEqual([])
    // The server of this run has them in its environment.
    expect(Object.values(process.env)).toContain(secret)
  }
})

test('no page and no error page has a planted secret or the partner’s key', async ({
  page,
  sandbox,
}) => {
  test.slow()
  const pages = await everyPage(sandbox)
  for (const { path: address } of [
    ...pages,
    { path: '/charge-captures/%00' },
    { path: '/charge-captures?view=gone' },
  ]) {
    await page.goto(address)
    const html = await page.content()
    expect(secretsIn(html.replaceAll(/nonce="[^"]*"/g, '')), address).toEqual([])
    expect(html, address).not.toContain(sandbox.key)
  }
})
