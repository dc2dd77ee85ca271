import { localDateAt } from '#lib/core/local-date.ts'
import { type Template, copyOfTemplate } from '#lib/core/test-database.testing.ts'
import { type DataSet, usualDataSet } from './data-set.ts'
import { type OpenDb, openDb } from './db/open.ts'
import { type RunningSandbox, startSandbox, type SandboxOptions } from './server.ts'

/** An answer in a test. `json` is undefined for a body that is not JSON. */
export type Answer = { status: number; headers: Headers; text: string; json: never }

/** A running sandbox and functions that send requests to it. */
export type TestSandbox = {
  url: string
  get: (path: string, query?: Query, key?: string) => Promise<Answer>
  send: (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>
  close: () => Promise<void>
}

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>

/** What `startSandbox` takes, but for the database. */
export type OwnOptions = Omit<SandboxOptions, 'databaseUrl' | 'fresh'>

/** Opens an empty sandbox database for a test; `close` discards it. */
export async function openTestDb(): Promise<OpenDb> {
  const { address, drop } = await emptySandboxDatabase()
  const database = await openDb(address)
  return { ...database, close: () => database.close().finally(drop) }
}

/** Starts a sandbox for a test as `startSandbox` does, with a database that `close` discards. */
export async function startOwnSandbox(options: OwnOptions = {}): Promise<RunningSandbox> {
  const { name, prepare } = filledWith(options)
  const { address, drop } = await copyOfTemplate(name, prepare)
  const sandbox = await startSandbox({ ...options, databaseUrl: address })
  return { ...sandbox, close: () => sandbox.close().finally(drop) }
}

/** Makes an empty, migrated database for a sandbox of a test. */
export function emptySandboxDatabase() {
  return copyOfTemplate('sandbox', async (address) => {
    await (await openDb(address)).close()
  })
}

/** The template of a sandbox's database with this demo data of today. */
export function filledWith(options: Partial<DataSet>): Template {
  const { seed, captures, contracts } = { ...usualDataSet, ...options }
  const today = localDateAt(Date.now(), 'UTC').replaceAll('-', '')
  return {
    name: `sandbox_${seed}_${captures}_${contracts}_${today}`,
    prepare: async (databaseUrl) =>
      (await startSandbox({ seed, captures, contracts, databaseUrl })).close(),
  }
}

/**
 * Starts a sandbox with functions for a test's requests. A string body is sent unchanged, any other
 * body as JSON.
 */
export async function startTestSandbox(options: OwnOptions = {}): Promise<TestSandbox> {
  const { url, close } = await startOwnSandbox({ captures: 0, contracts: 0, seed: 5, ...options })
  const send: TestSandbox['send'] = async (method, path, body, key = 'sandbox-full') => {
    const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: readJson(text) as never,
    }
  }
  return {
    url,
    send,
    close,
    get: (path, query = {}, key) => send('GET', `${path}?${queryString(query)}`, undefined, key),
  }
}

/** A query string; the values of an array become repeated keys. */
export function queryString(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  return search.toString()
}

/** A body for createChargeCapture. `data` and `header` override its defaults. */
export function captureBody(data: object = {}, header: object = {}) {
  return {
    data: {
      date_of_service: '2026-10-05',
      patient: { first_name: 'Ada', last_name: 'Field', date_of_birth: '1980-02-01' },
      billing_provider: { npi: '1234567893', organization_name: 'Harbor Group' },
      rendering_provider: { npi: '1999999984', first_name: 'Rosa', last_name: 'Ek' },
      service_facility: { npi: '1215900002', organization_name: 'Harbor East' },
      diagnoses: [{ code_type: 'ABK', code: 'J45.909' }],
      service_lines: [
        {
          procedure_code: 'G0101',
          quantity: '1',
          units: 'UN',
          charge_amount_cents: 12_500,
          diagnosis_pointers: [0],
        },
      ],
      ...data,
    },
    charge_external_id: `T-${(counter += 1)}`,
    patient_external_id: 'PAT-T1',
    status: 'planned',
    ...header,
  }
}

let counter = 0

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
