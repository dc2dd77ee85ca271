import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#lib/core/test-database.testing.ts'
import { consoleDb, migrateConsole } from './db.ts'
import { startTestConsole, stopTestConsole } from './test-console.ts'
import { mergePreferences, readPreferences } from './accounts/preferences.ts'
import { user } from './schema.ts'

// Decision 0097: an old build runs beside a newer database, and one version back is possible.

const folder = 'lib/console/migrations'
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const firstUnderRule = '0036'

let database: TestDatabase | undefined
let cut: string | undefined
afterEach(async () => {
  await stopTestConsole()
  await database?.drop()
  if (cut) rmSync(cut, { recursive: true })
  database = cut = undefined
})

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database!.address })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** An empty database with all migrations but the newest `missing`. */
async function olderDatabase(missing: number): Promise<void> {
  database = await emptyDatabase()
  cut = mkdtempSync(path.join(os.tmpdir(), 'older-migrations-'))
  cpSync(folder, cut, { recursive: true })
  const file = path.join(cut, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] }
  journal.entries = journal.entries.slice(0, -missing)
  writeFileSync(file, JSON.stringify(journal))
  const client = new pg.Client({ connectionString: database.address })
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: cut })
  await client.end()
}

test('two consoles that start at once on an older database migrate it once', async () => {
  await olderDatabase(6)
  await Promise.all([migrateConsole(database!.address), migrateConsole(database!.address)])
  const made = await query('select hash from drizzle.__drizzle_migrations')
  expect(made).toHaveLength(files.length)
  expect(new Set(made.map(({ hash }) => hash)).size).toBe(files.length)
})

test('a build runs on the database of the next version, which has more tables and columns', async () => {
  database = await emptyDatabase()
  await migrateConsole(database.address)
  await query('alter table preferences add column of_next_version text')
  await query('create table of_next_version (id text primary key)')
  await query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', ${Date.now() + 1e12})`,
  )
  await startTestConsole({ DATABASE_URL: database.address, DEMO_ACCOUNTS: '1' })
  const [someone] = await (await consoleDb()).select().from(user)
  await mergePreferences(someone!.id, { density: 'compact' })
  expect(await readPreferences(someone!.id)).toMatchObject({ density: 'compact' })
})

const contract = /^-- contract: since version \d+\.\d+\.\d+/m

/**
 * What the build before could not run beside: the statements that take something away from a table
 * that it uses, or ask for what it does not write.
 */
function contractions(text: string): string[] {
  if (contract.test(text)) return []
  const own = new Set(
    [...text.matchAll(/create table (?:if not exists )?("?[\w.]+"?)/gi)].map(([, name]) => name),
  )
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => {
      const table = /^alter table (?:if exists )?(?:only )?("?[\w.]+"?)/i.exec(statement)?.[1]
      if (table !== undefined && own.has(table)) return false
      const isNewAndRequired =
        /\badd column\b.*\bnot null\b/is.test(statement) &&
        !/\b(default|generated)\b/i.test(statement)
      return (
        isNewAndRequired ||
        /^drop (table|type|schema|view|function|sequence)\b/i.test(statement) ||
        /\bdrop (column|default)\b|\brename\b|\bset not null\b|\bset data type\b/i.test(
          statement,
        ) ||
        /\balter column\b.*\btype\b/is.test(statement)
      )
    })
}

test('from 0036 on a migration only adds, or says since which version nothing needs the old form', () => {
  for (const file of files.filter((name) => name >= firstUnderRule))
    expect(contractions(readFileSync(path.join(folder, file), 'utf8')), file).toEqual([])
})

test.each([
  ['DROP TABLE "drafts";'],
  ['ALTER TABLE "drafts" DROP COLUMN "kind";'],
  ['ALTER TABLE "drafts" RENAME COLUMN "kind" TO "sort";'],
  ['ALTER TABLE "drafts" RENAME TO "edits";'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text NOT NULL;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" SET NOT NULL;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" SET DATA TYPE integer;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" TYPE integer;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" DROP DEFAULT;'],
  ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nDROP TABLE "drafts";'],
])('the rule finds %s', (statement) => {
  expect(contractions(statement)).not.toEqual([])
  expect(contractions(`-- contract: since version 0.2.0\n${statement}`)).toEqual([])
})

test.each([
  ['CREATE TABLE "a" ("b" text NOT NULL);'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text;'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text DEFAULT \'\' NOT NULL;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" DROP NOT NULL;'],
  ['CREATE TABLE "a" ("b" text);\nALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'],
  ['CREATE INDEX "drop_column" ON "drafts" ("kind");'],
])('the rule lets %s pass', (statement) => {
  expect(contractions(statement)).toEqual([])
})
