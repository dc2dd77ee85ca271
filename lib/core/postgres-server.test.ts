import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type PostgresServer,
  makeMissingLinks,
  runningPostgres,
  startPostgres,
} from './postgres-server.ts'

const starter = fileURLToPath(new URL('./testdata/start-postgres.ts', import.meta.url))
const isRoot = process.getuid?.() === 0

let folder: string
const servers: PostgresServer[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'postgres-server-'))
  // A folder that its owner alone enters, as /root is.
  chmodSync(folder, 0o700)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  rmSync(folder, { recursive: true })
})

async function start(options?: { isTemporary: boolean }): Promise<PostgresServer> {
  const server = await startPostgres(folder, options)
  servers.push(server)
  return server
}

/**
 * A process that starts the server of the folder: its address, and a function that ends it like
 * `kill -9`.
 */
async function startElsewhere() {
  const child = spawn(process.execPath, [starter, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const kill = async () => {
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
  }
  return { address: String(output).trim(), kill }
}

async function query(address: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address })
  // The server may end while the connection is open.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.map(([first]) => first)
  } finally {
    await client.end()
  }
}

const pidIn = (at: string) =>
  Number(readFileSync(path.join(at, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test('the first start makes a cluster that the next start opens, for its owner alone', async () => {
  const first = await start()
  expect(runningPostgres(folder)!('postgres')).toBe(first.addressOf('postgres'))
  await query(first.addressOf('postgres'), 'create table kept as select 7 as value')
  await first.stop()
  expect(runningPostgres(folder)).toBeUndefined()
  const second = await start()
  expect(await query(second.addressOf('postgres'), 'select value from kept')).toEqual([7])
  expect(await query(second.addressOf('postgres'), 'show fsync')).toEqual(['on'])
  expect(statSync(path.join(folder, 'postgres.password')).mode & 0o777).toBe(0o600)
  const stranger = second.addressOf('postgres').replace(/:[^:@]*@/, ':guess@')
  await expect(query(stranger, 'select 1')).rejects.toThrow('password authentication failed')
})

test('texts are sorted by their code points, and times are UTC, whatever the system says', async () => {
  const { addressOf } = await start({ isTemporary: true })
  const sorted = `select value from unnest(array['b', 'a', 'B', 'ä', '_']) as found(value) order by value`
  expect(await query(addressOf('postgres'), sorted)).toEqual(['B', '_', 'a', 'b', 'ä'])
  expect(await query(addressOf('postgres'), 'show timezone')).toEqual(['UTC'])
})

test('a data directory that is a file is refused by its name', async () => {
  const file = path.join(folder, 'a file')
  writeFileSync(file, '')
  await expect(startPostgres(file)).rejects.toThrow(
    `The data directory ${file} is no folder that this user may make and write.`,
  )
})

test('a second start on one folder is refused while the first one runs', async () => {
  await start({ isTemporary: true })
  await expect(startPostgres(folder)).rejects.toThrow('is in use by another npm start')
})

test('the server stops by itself once its starter is killed, and what was written stays', async () => {
  const { address, kill } = await startElsewhere()
  await query(address, 'create table kept as select 8 as value')
  await kill()
  await expect.poll(() => existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false)
  const next = await start()
  expect(await query(next.addressOf('postgres'), 'select value from kept')).toEqual([8])
  expect(readFileSync(path.join(folder, 'postgres.log'), 'utf8')).not.toContain(
    'not properly shut down',
  )
})

test('a server that outlived its starter and its guard is stopped by the next start', async () => {
  const { address, kill } = await startElsewhere()
  await query(address, 'create table kept as select 9 as value')
  const left = pidIn(folder)
  const guard = Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${left}/stat`, 'utf8'))![1])
  // The guard's own watcher would stop the server.
  for (const pid of [...childrenOf(guard).filter((child) => child !== left), guard])
    process.kill(pid, 'SIGKILL')
  await kill()
  expect(await query(address, 'select value from kept')).toEqual([9])
  const next = await start()
  expect(pidIn(folder)).not.toBe(left)
  expect(await query(next.addressOf('postgres'), 'select value from kept')).toEqual([9])
})

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

test('after everything was killed at once, acknowledged writes are there again', async () => {
  const { address, kill } = await startElsewhere()
  await query(address, 'create table kept as select 10 as value')
  process.kill(pidIn(folder), 'SIGKILL')
  await kill()
  const next = await start()
  expect(await query(next.addressOf('postgres'), 'select value from kept')).toEqual([10])
})

test('a server that ends by itself starts once more at its address, and then gives up with the end of its log', async () => {
  const server = await start()
  await query(server.addressOf('postgres'), 'create table kept as select 11 as value')
  process.kill(pidIn(folder), 'SIGKILL')
  await server.restarted
  const answer = () =>
    query(server.addressOf('postgres'), 'select value from kept').catch(() => 'away')
  await expect.poll(answer, { timeout: 20_000 }).toEqual([11])
  process.kill(pidIn(folder), 'SIGKILL')
  expect(await server.ended).toMatch(
    /^The PostgreSQL server ended; its log ends with:\n[^]*database system is ready to accept connections/,
  )
})

test('a server that started once more ends with its starter, and leaves no process', async () => {
  const { address, kill } = await startElsewhere()
  const first = pidIn(folder)
  process.kill(first, 'SIGKILL')
  const answer = () => query(address, 'select 1').catch(() => 'away')
  await expect.poll(answer, { timeout: 20_000 }).toEqual([1])
  expect(pidIn(folder)).not.toBe(first)
  await kill()
  await expect.poll(() => existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'a frozen server is stopped, with all its processes',
  async () => {
    const server = await start()
    const client = new pg.Client({ connectionString: server.addressOf('postgres') })
    client.on('error', () => {})
    await client.connect()
    const all = [pidIn(folder), ...childrenOf(pidIn(folder))]
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    await server.stop()
    await expect
      .poll(() => all.filter((pid) => existsSync(`/proc/${pid}/cmdline`) && cmdline(pid) !== ''))
      .toEqual([])
  },
)

// Empty for a process that has ended and waits for its parent.
function cmdline(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}

test('a process number that another program has by now is left alone', async () => {
  const { stop } = await start({ isTemporary: true })
  const file = path.join(folder, 'postgres/postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  await stop()
  writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'))
  if (isRoot) chownSync(file, 65_534, 65_534)
  const { addressOf } = await start()
  expect(await query(addressOf('postgres'), 'select 1')).toEqual([1])
})

test('a statement that fails leaves none of its values in the log', async () => {
  const { addressOf, stop } = await start()
  await query(addressOf('postgres'), 'create table people (email text unique)')
  const twice = `insert into people values ('canary@clinic.test'), ('canary@clinic.test')`
  await expect(query(addressOf('postgres'), twice)).rejects.toThrow('duplicate key')
  await expect(query(addressOf('postgres'), `select 'canary-in-a-cast'::int`)).rejects.toThrow(
    'invalid input',
  )
  await stop()
  expect(readFileSync(path.join(folder, 'postgres.log'), 'utf8')).not.toContain('canary')
})

test('the data of another version of PostgreSQL is refused by its number', async () => {
  const { stop } = await start({ isTemporary: true })
  await stop()
  writeFileSync(path.join(folder, 'postgres/PG_VERSION'), '17\n')
  await expect(startPostgres(folder)).rejects.toThrow(
    /is of PostgreSQL 17, and the programs here are of 18/,
  )
})

test.runIf(isRoot)(
  'started as root, the server runs as another user, and as the owner of a folder that exists',
  async () => {
    const first = await start()
    expect(statSync(path.join(folder, 'postgres')).uid).toBe(65_534)
    expect(statSync(`/proc/${pidIn(folder)}`).uid).toBe(65_534)
    await first.stop()
    expect(statSync(path.join(folder, 'postgres.password')).uid).toBe(0)
  },
)

test.runIf(isRoot)('a folder that everybody may enter needs no right of root', async () => {
  chmodSync(folder, 0o755)
  await start({ isTemporary: true })
  expect(/CapEff:\s+(\w+)/.exec(readFileSync(`/proc/${pidIn(folder)}/status`, 'utf8'))![1]).toMatch(
    /^0+$/,
  )
})

test('missing links between the libraries of the package are made, and present ones stay', () => {
  mkdirSync(path.join(folder, 'native/lib'), { recursive: true })
  writeFileSync(path.join(folder, 'native/lib/libpq.so.5.18'), '')
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
  writeFileSync(path.join(folder, 'native/pg-symlinks.json'), JSON.stringify([link]))
  makeMissingLinks(folder)
  makeMissingLinks(folder)
  expect(readlinkSync(path.join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
})
