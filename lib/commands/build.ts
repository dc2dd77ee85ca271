import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { countOf } from '#lib/core/count-of.ts'
import { largeActions } from '#lib/console/server/action-bodies.ts'
import { inRoot, root, runStep, runTool } from './shell.ts'

// The sources of the production build. Tests, the sandbox and the commands are never part of it.
const sources = [
  'app/**/*',
  'components/**/*',
  'lib/**/*',
  'public/**/*',
  '*.json',
  '*.mjs',
  '.postcssrc.json',
]
const outside = [/\.test\.tsx?$/, /^lib\/(sandbox|commands|decisions)\//, /^tsconfig\.json$/]

/** A digest of everything that the production build reads. */
function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'),
    )
    .filter((file) => !outside.some((pattern) => pattern.test(file)))
  for (const file of files.toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex')
}

/** The folder of the production build for this process and the processes that it starts. */
export function buildFolder(): string {
  return process.env.NEXT_DIST_DIR || `.next-${hashSources().slice(0, 16)}`
}

/**
 * Builds the current sources unless a build of them exists, and serves that build from now on.
 * Every build has its own folder: it is made beside the others and moved when complete, so a
 * running console keeps its files. Returns false if the build failed and its output is shown.
 */
export async function buildWhenStale(): Promise<boolean> {
  const sources = hashSources()
  const folder = `.next-${sources.slice(0, 16)}`
  process.env.NEXT_DIST_DIR = folder
  if (existsSync(inRoot(folder, 'BUILD_ID'))) return true
  const env = environmentOfBuild(sources)
  const build = async () => {
    if ((await runTool('next', ['build'], env, { isQuiet: true })) !== 0) throw new Error()
  }
  try {
    await runStep('Building the console', build)
  } catch {
    return false
  }
  const names = actionNames('.next')
  refuseWithoutLargeActions(names)
  refuseWithClosures(names)
  removeUnusedBuilds()
  moveBuild(folder)
  return true
}

// The same sources get the same ids of build and actions on each machine, so that a page of one
// replica works at another that was built apart. Next salts the ids of actions with this value.
function environmentOfBuild(sources: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    NEXT_DIST_DIR: '.next',
    CONSOLE_FIRST_BUILD: builds().length === 0 ? '1' : '0',
    CONSOLE_BUILD_ID: sources.slice(0, 16),
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: createHash('sha256')
      .update(`actions of ${sources}`)
      .digest('base64'),
  }
}

/**
 * Throws if an action of a new build was written inside a page: Next would seal the values that it
 * takes along with a key that everybody who has the sources knows.
 */
export function refuseWithClosures(names: ReadonlyMap<string, string>): void {
  const inside = [...names.values()].filter((name) => name.startsWith('$$RSC_SERVER_ACTION'))
  if (inside.length > 0)
    throw new Error(
      `The build has ${countOf(inside.length, { one: 'server action', many: 'server actions' })} inside a page. Write them in lib/actions.`,
    )
}

/**
 * Throws if a new build does not name the actions that may send large bodies: no record of some
 * size could then be saved.
 */
export function refuseWithoutLargeActions(names: ReadonlyMap<string, string>): void {
  const known = new Set(names.values())
  const missing = [...largeActions].filter((name) => !known.has(name))
  if (missing.length > 0) throw new Error(`The build has no server action ${missing.join(', ')}.`)
}

// The build tool's cache and the files of a running development server stay in place.
function moveBuild(folder: string): void {
  const partial = inRoot(`${folder}-partial`)
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial)
  const made = readdirSync(inRoot('.next')).filter((name) => name !== 'cache' && name !== 'dev')
  for (const name of made) renameSync(inRoot('.next', name), `${partial}/${name}`)
  renameSync(partial, inRoot(folder))
}

type Manifest = { node: { [id: string]: { exportedName?: unknown } } }

/** The names of a build's server actions by the ids that browsers send. */
export function actionNames(folder: string): Map<string, string> {
  const manifest = JSON.parse(
    readFileSync(inRoot(folder, 'server', 'server-reference-manifest.json'), 'utf8'),
  ) as Manifest
  return new Map(
    Object.entries(manifest.node).flatMap(([id, { exportedName }]) =>
      typeof exportedName === 'string' ? [[id, exportedName] as const] : [],
    ),
  )
}

type Routes = { [kind in 'staticRoutes' | 'dynamicRoutes']: { page: string; regex: string }[] }

/**
 * What names a build's routes: for a path without its query "/charge-captures/[id]", or "other" for
 * one that no page has.
 */
export function routeNames(folder: string): (path: string) => string {
  const { staticRoutes, dynamicRoutes } = JSON.parse(
    readFileSync(inRoot(folder, 'routes-manifest.json'), 'utf8'),
  ) as Routes
  const routes = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({
    page,
    matches: new RegExp(regex),
  }))
  return (path) => routes.find(({ matches }) => matches.test(path))?.page ?? 'other'
}

/** The name of a build that a later one may remove; that of a release is not one. */
const removable = /^\.next-[0-9a-f]{16}$/

/** Records that this process serves a build, so no other build removes it. */
export function holdBuild(folder: string): void {
  if (removable.test(folder)) writeFileSync(inRoot(folder, `held-by-${process.pid}`), '')
}

const builds = () => readdirSync(root).filter((name) => removable.test(name))

function removeUnusedBuilds(): void {
  for (const build of builds()) {
    const holders = readdirSync(inRoot(build)).flatMap(
      (name) => /^held-by-(\d+)$/.exec(name)?.[1] ?? [],
    )
    if (!holders.some((pid) => isAlive(Number(pid))))
      rmSync(inRoot(build), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user, which may not be signalled, also runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
