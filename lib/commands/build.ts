import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { inRoot, root, runTool, say } from './shell.ts'

// What the production build is made of. Tests, the sandbox and the commands never enter it.
const sources = ['app/**/*', 'components/**/*', 'lib/**/*', 'public/**/*', '*.json', '*.mjs', '.postcssrc.json']
const outside = [/\.test\.tsx?$/, /^lib\/(sandbox|commands|decisions)\//, /^tsconfig\.json$/]

/** A digest of everything that the production build reads. */
function hashSources(): string {
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

/** The folder of the production build that this process and those that it starts serve. */
export function buildFolder(): string {
  return process.env.NEXT_DIST_DIR || `.next-${hashSources().slice(0, 16)}`
}

/**
 * Makes the production build of today's sources unless it is there, and serves it from now on. Every build has a folder
 * of its own: it is made beside the others and moved into place when it is whole, so a console that runs keeps the files
 * that it was started with. False when the build failed.
 */
export async function buildWhenStale(): Promise<boolean> {
  const folder = `.next-${hashSources().slice(0, 16)}`
  process.env.NEXT_DIST_DIR = folder
  if (existsSync(inRoot(folder, 'BUILD_ID'))) return true
  say('Building the console (about half a minute)…')
  if ((await runTool('next', ['build'], { NODE_ENV: 'production', NEXT_DIST_DIR: '.next' })) !== 0) return false
  removeUnusedBuilds()
  moveBuild(folder)
  return true
}

// The cache of the build tool and the files of a development server that runs stay where they are.
function moveBuild(folder: string): void {
  const partial = inRoot(`${folder}-partial`)
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial)
  const made = readdirSync(inRoot('.next')).filter((name) => name !== 'cache' && name !== 'dev')
  for (const name of made) renameSync(inRoot('.next', name), `${partial}/${name}`)
  renameSync(partial, inRoot(folder))
}

/** Notes that this process serves a build, so that no other build removes it. */
export function holdBuild(folder: string): void {
  writeFileSync(inRoot(folder, `held-by-${process.pid}`), '')
}

function removeUnusedBuilds(): void {
  const builds = readdirSync(root).filter((name) => /^\.next-[0-9a-f]{16}$/.test(name))
  for (const build of builds) {
    const holders = readdirSync(inRoot(build)).flatMap((name) => /^held-by-(\d+)$/.exec(name)?.[1] ?? [])
    if (!holders.some((pid) => isAlive(Number(pid)))) rmSync(inRoot(build), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user, which may not be asked, runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
