import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { inRoot, root } from './root.ts'

// What the production build is made of. Tests, the sandbox and the commands never enter it.
const sources = ['app/**/*', 'components/**/*', 'lib/**/*', 'public/**/*', '*.json', '*.mjs', '.postcssrc.json']
const outside = [/\.test\.tsx?$/, /^lib\/(sandbox|commands|decisions)\//, /^tsconfig\.json$/]

/** A digest of everything that the production build reads. */
export function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
    .filter((file) => !outside.some((pattern) => pattern.test(file)))
  for (const file of files.toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex')
}

/** The digest that a build folder was made from; undefined when there is no finished build. */
export function readBuiltHash(distDir: string): string | undefined {
  const stamp = inRoot(distDir, 'source-hash')
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}
