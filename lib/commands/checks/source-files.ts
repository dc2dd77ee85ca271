import { globSync, readFileSync } from 'node:fs'
import { inRoot, root } from '#lib/commands/shell.ts'

/** A text file of the repository: path with forward slashes, and its text. */
export type SourceFile = { path: string; text: string }

/** Every source file. */
export function readSources(): SourceFile[] {
  return readAll(['app/**/*', 'components/**/*', 'lib/**/*', 'e2e/**/*'])
}

/** Every text file of the repository: sources, notes, settings and workflow. */
export function readEverything(): SourceFile[] {
  return [
    ...readSources(),
    ...readAll([
      '*.md',
      '*.json',
      '*.mjs',
      '.ci/*',
      'LICENSE',
      '.*rc*',
      'public/**/*.{md,txt,svg}',
    ]),
  ].filter(({ path }) => path !== 'package-lock.json')
}

function readAll(patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(png|ico|woff2?|tgz|gz)$/.test(entry.name))
    .map((entry) =>
      `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'),
    )
    .toSorted()
    .map((path) => ({ path, text: readFileSync(inRoot(path), 'utf8') }))
}
