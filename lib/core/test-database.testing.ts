import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A database to copy: its first user of the run fills it, and closes its connections. */
export type Template = { name: string; prepare: (address: string) => Promise<void> }

/** A database of a test. */
export type TestDatabase = {
  address: string
  /** Discards it, with the connections that are still open. */
  drop: () => Promise<void>
}

/** Makes an empty database on the run's server. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return makeDatabase()
}

/**
 * The address of the run's database of that name, which is made when it is first asked for, as a
 * copy of a template if there is one: a console or a sandbox that is started again finds its data.
 */
export async function namedDatabase(name: string, template?: Template): Promise<string> {
  const known = await admin().query('select from pg_database where datname = $1', [name])
  if (!known.rowCount) await makeDatabase(template && (await ready(template)), name)
  return addressOf(name)
}

/** The folder with the files of a database, as they are on the disk now. */
export async function filesOf(address: string): Promise<string> {
  const name = decodeURIComponent(new URL(address).pathname.slice(1))
  await admin().query('checkpoint')
  const { rows } = await admin().query<{ folder: string }>(
    `select current_setting('data_directory') || '/base/' || oid as folder from pg_database where datname = $1`,
    [name],
  )
  return rows[0]!.folder
}

const prepared = new Map<string, Promise<void>>()

/**
 * Makes a database that starts as a copy of the template `name`. The first caller of the run makes
 * the template and fills it with `prepare`, whose connections must be closed when it ends.
 */
export async function copyOfTemplate(
  name: string,
  prepare: (address: string) => Promise<void>,
): Promise<TestDatabase> {
  return makeDatabase(await ready({ name, prepare }))
}

async function ready({ name, prepare }: Template): Promise<string> {
  const template = `template_${name}`
  const made = prepared.get(template) ?? makeTemplate(template, prepare)
  prepared.set(template, made)
  await made
  return template
}

async function makeTemplate(
  name: string,
  prepare: (address: string) => Promise<void>,
): Promise<void> {
  const client = await admin().connect()
  try {
    // The workers of a run share the server. The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const known = await client.query(
      'select from pg_database where datname = $1 and datistemplate',
      [name],
    )
    if (known.rowCount) return
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    await prepare(addressOf(name))
    await client.query(`alter database ${name} is_template true`)
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

async function makeDatabase(
  template = 'template1',
  name = `t_${randomUUID().replaceAll('-', '')}`,
): Promise<TestDatabase> {
  // A third of the time of the default strategy, which writes each page to the log as well.
  await admin().query(`create database "${name}" template ${template} strategy file_copy`)
  const drop = () => admin().query(`drop database if exists "${name}" with (force)`)
  return { address: addressOf(name), drop: async () => void (await drop()) }
}

function addressOf(database: string): string {
  const address = new URL(clusterAddress())
  address.pathname = `/${database}`
  return address.href
}

function clusterAddress(): string {
  const address = process.env.TEST_POSTGRES
  if (!address) throw new Error('TEST_POSTGRES names no server: the test run has not started one.')
  return address
}

let pool: pg.Pool | undefined
function admin(): pg.Pool {
  pool ??= new pg.Pool({ connectionString: clusterAddress(), max: 3, allowExitOnIdle: true }).on(
    'error',
    () => {},
  )
  return pool
}
