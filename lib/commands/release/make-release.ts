import {
  chmodSync,
  copyFileSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { inRoot, root, say } from '#lib/commands/shell.ts'
import { licencesOfPackages } from './licences.ts'
import release from '#package.json' with { type: 'json' }

/** The name of the folder of this version's release. */
export const releaseName = `${release.name}-${release.version}`

// What `bin/console` and the commands behind it start, and Next's own entry.
const entries = [
  'lib/commands/start.ts',
  'lib/commands/console-server.ts',
  'lib/commands/exit-with-parent.ts',
  'lib/commands/keys.ts',
  'lib/commands/audit.ts',
  'lib/commands/backup.ts',
  'lib/commands/restore.ts',
  'lib/commands/version.ts',
  'node_modules/next/dist/server/next.js',
]

// What no program reads when a release runs. Next names some of it for other settings than ours.
const unused = [
  /\.d\.[cm]?ts$|\.(map|flow|nft\.json)$|^public\/readme-|^node_modules\/next\/dist\/docs\//,
  // Development, and React's experiments.
  /\.development\.js$|\.runtime\.dev\.js$|-experimental\.runtime\./,
  /^node_modules\/next\/dist\/compiled\/(webpack|babel|@mswjs|next-devtools)\//,
  /^node_modules\/(typescript|@next\/swc-[^/]+)\//,
  // The image optimizer, which this console refuses, and the metrics of fonts of others.
  /^node_modules\/(sharp|@img)\/|\/capsize-font-metrics\.json$/,
  // Builds of the other bundler, and of other runtimes than Node.
  /\/compiled\/next-server\/(app-page|app-route|pages|pages-api)\.runtime\.prod\.js$/,
  /\/compiled\/(edge-runtime|@edge-runtime\/primitives)\//,
  /^node_modules\/react-dom\/.*[.-](browser|edge)\./,
  // The edge runtime's copy of the list of actions.
  /^server\/server-reference-manifest\.js$/,
  // Everybody loads these as modules.
  /^node_modules\/(zod|drizzle-orm)\/.*\.cjs$/,
]
const isUnused = (file: string) => unused.some((pattern) => pattern.test(file))

// Next's entry also leads to its development server, build and upgrade. The build's own trace names
// what a start loads of them after all.
const ofDevelopment =
  /\/next\/dist\/(server\/(dev|mcp)|lib\/upgrade|build\/(swc|analysis|static-paths)|compiled\/(tar|ora|browserslist|watchpack|httpxy))\/|\/node_modules\/(caniuse-lite|baseline-browser-mapping)\//

/** The folder with what an image, containers and a service manager need beside a release. */
const deployFolder = 'lib/commands/release/deploy'

/**
 * Makes the release of a build in a new folder `to`: the runtime, the build, our server and its
 * commands, the packages that they load, `bin/console`, and the files to deploy it with. Every user
 * may read all of it, and nothing in it is written later. `build` is the name of the build's folder
 * in this repository.
 */
export async function makeRelease(build: string, to: string): Promise<void> {
  // Whoever makes it may hide new files from other users otherwise.
  process.umask(0o022)
  const partial = `${to}.new`
  rmSync(partial, { recursive: true, force: true })
  const app = path.join(partial, 'app')
  for (const file of await filesOf(build)) copy(inRoot(file), path.join(app, file))
  for (const file of buildFiles(build)) copy(inRoot(build, file), path.join(app, '.next', file))
  linkEqualChunks(path.join(app, '.next/server/chunks'))
  writeFileSync(path.join(app, '.next', settingsFile), settingsOf(build))
  copy(inRoot('lib/commands/release/console.sh'), path.join(partial, 'bin/console'), 0o755)
  copy(inRoot('LICENSE'), path.join(partial, 'LICENSE'))
  copy(inRoot('lib/guide/operate.md'), path.join(partial, 'operate.md'))
  for (const file of readdirSync(inRoot(deployFolder)))
    copy(inRoot(deployFolder, file), path.join(partial, 'deploy', file))
  writeFileSync(path.join(partial, 'LICENSES-OF-PACKAGES'), licencesOfPackages())
  placeRuntime(path.join(partial, 'runtime/node'))
  rmSync(to, { recursive: true, force: true })
  renameSync(partial, to)
}

/** The bytes of a folder's files. */
export function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(path.join(parentPath, name)).size, 0)
}

// Next's build says in its trace files what its server and each route load: its standalone output
// is a copy of those. They also name whole folders of this repository, because some of our code
// reads a folder by name, so only their packages count.
async function filesOf(build: string): Promise<string[]> {
  const traces = globSync(['next-server.js.nft.json', 'server/**/*.nft.json'], {
    cwd: inRoot(build),
  })
  const ofBuild = traces.flatMap((trace) => {
    const file = inRoot(build, trace)
    const { files } = JSON.parse(readFileSync(file, 'utf8')) as { files: string[] }
    return files.map((name) => path.relative(root, path.resolve(path.dirname(file), name)))
  })
  const files = new Set([
    ...ofBuild.filter((file) => file.startsWith('node_modules/')),
    ...(await trace(entries)),
    ...globSync('public/**/*.*', { cwd: root }),
  ])
  return [...files].filter((file) => !isUnused(file) && !lstatSync(inRoot(file)).isDirectory())
}

type Trace = (
  files: string[],
  options: {
    base: string
    conditions: string[]
    mixedModules: boolean
    ignore: (file: string) => boolean
    readFile: (file: string) => Promise<string | null>
  },
) => Promise<{ fileList: Set<string> }>

// The tracer that Next itself uses has no types.
const { nodeFileTrace } = createRequire(import.meta.url)(
  'next/dist/compiled/@vercel/nft/index.js',
) as { nodeFileTrace: Trace }

async function trace(files: string[]): Promise<Set<string>> {
  const { fileList } = await nodeFileTrace(
    files.map((file) => inRoot(file)),
    {
      base: root,
      // The operator's commands load server code under the condition that Next sets for it.
      conditions: ['react-server'],
      mixedModules: true,
      ignore: (file) => isUnused(file) || ofDevelopment.test(file),
      readFile: (file) => Promise.resolve(readPlain(file)),
    },
  )
  return fileList
}

// The tracer knows only JavaScript.
function readPlain(file: string): string | null {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return null
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

/** Next's settings as its build has recorded them. */
const settingsFile = 'required-server-files.json'

// Without the places of the machine that has built it.
function settingsOf(build: string): string {
  const text = readFileSync(inRoot(build, settingsFile), 'utf8')
  const { config } = JSON.parse(text, (_, value: unknown) =>
    value === root ? undefined : value,
  ) as { config: object }
  return JSON.stringify({ config })
}

// `held-by-` files say that a console of this clone serves the build.
function buildFiles(build: string): string[] {
  const all = globSync(['*', 'node_modules/*', '{server,static}/**/*'], { cwd: inRoot(build) })
  return all.filter(
    (file) =>
      !/^(held-by-|trace|turbopack|required-server-files)/.test(file) &&
      !isUnused(file) &&
      !lstatSync(inRoot(build, file)).isDirectory(),
  )
}

// The mode of a copy is ours: whoever made the clone may have hidden it from other users.
function copy(from: string, to: string, mode = 0o644): void {
  mkdirSync(path.dirname(to), { recursive: true })
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to)
  copyFileSync(from, to)
  chmodSync(to, mode)
}

// The build tool writes a chunk anew for each entrance; only the names of their source maps, which
// are not here, tell them apart. They are loaded once then, too.
function linkEqualChunks(folder: string): void {
  const first = new Map<string, string>()
  for (const name of globSync('**/*.js', { cwd: folder }).toSorted()) {
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8').replace(/\n+\/\/# sourceMappingURL=\S+\s*$/, '\n')
    const same = first.get(text)
    if (same === undefined) {
      first.set(text, file)
      writeFileSync(file, text)
    } else {
      rmSync(file)
      symlinkSync(path.relative(path.dirname(file), same), file)
    }
  }
}

// Without its symbols the runtime is a seventh smaller. macOS would refuse a program that was
// changed after it was signed.
function placeRuntime(to: string): void {
  copy(process.execPath, to, 0o755)
  if (process.platform !== 'linux') return
  const { error } = spawnSync('strip', [to], { stdio: 'ignore' })
  if (error) say('The program strip (binutils) is missing, so the runtime is 18 MB larger.')
}
