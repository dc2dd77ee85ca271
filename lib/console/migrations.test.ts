import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#lib/core/test-database.testing.ts'
import { version } from '#lib/core/version.ts'
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

const name = String.raw`(?:"?public"?\.)?"?(\w+)"?`
// A string, a quoted name, a body in dollars, or a comment: their content is no statement.
const opaque = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gs

/** The statements of a migration on one line each, with no comment and with every string empty. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(opaque, (part) => (part.startsWith('"') ? part : /^['$]/.test(part) ? "''" : ' '))
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

// The one addition to a table in use that asks nothing of the build before: it does not write the
// column, so the column fills itself or stays empty, and no other table depends on it.
function isOptionalColumn(action: string): boolean {
  const isFilled = /\bdefault (?!null\b)|\bas identity\b/i.test(action)
  return (
    /^add column /i.test(action) &&
    (isFilled || !/\bnot null\b/i.test(action)) &&
    !/\b(unique|primary key|references|check|constraint|exclude)\b/i.test(action)
  )
}

/** The parts between the commas that are in no parentheses. */
function partsOf(list: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of list) {
    depth += Number(letter === '(') - Number(letter === ')')
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

function isBefore(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0
}

/**
 * The statements of a migration that are none of those that the build before can run beside. A
 * migration that names the version since which nothing needs the old form may do anything, if that
 * version is older than `current`: the build before `current` must be one of those.
 */
function contractions(text: string, current = version): string[] {
  const since = /^-- contract: since version (\d+\.\d+\.\d+)$/m.exec(text)?.[1]
  if (since !== undefined && isBefore(since, current)) return []
  const statements = statementsOf(text)
  const first = (pattern: string, statement: string) =>
    new RegExp(pattern.replaceAll('NAME', name), 'i').exec(statement)?.[1]
  const own = new Set(statements.map((each) => first(String.raw`^create table NAME \(.*\)$`, each)))
  const isOfOwn = (pattern: string, statement: string) => {
    const table = first(pattern, statement)
    return table !== undefined && own.has(table)
  }
  return statements.filter((statement) => {
    const [, actions] = /^alter table (?:only )?\S+ (.*)$/i.exec(statement) ?? []
    return !(
      first(String.raw`^create table NAME \(.*\)$`, statement) !== undefined ||
      /^(create index|comment on|grant|create function) /i.test(statement) ||
      (actions !== undefined && partsOf(actions).every(isOptionalColumn)) ||
      isOfOwn('^alter table (?:only )?NAME ', statement) ||
      isOfOwn(String.raw`^create unique index \S+ on NAME `, statement) ||
      isOfOwn('^create trigger .* on NAME ', statement) ||
      isOfOwn('^insert into NAME ', statement)
    )
  })
}

test('from 0036 on a migration only adds, or says since which version nothing needs the old form', () => {
  for (const file of files.filter((each) => each >= firstUnderRule))
    expect(contractions(readFileSync(path.join(folder, file), 'utf8')), file).toEqual([])
})

test.each([
  ['DROP TABLE "drafts";'],
  ['ALTER TABLE "drafts" DROP COLUMN "kind";'],
  ['ALTER TABLE "drafts" RENAME COLUMN "kind" TO "sort";'],
  ['ALTER TABLE "drafts" RENAME TO "edits";'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text NOT NULL;'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text DEFAULT NULL NOT NULL;'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text UNIQUE;'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text REFERENCES "jobs"("id");'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text CHECK ("kind" <> \'\');'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" numeric(5, 2), DROP COLUMN "kind";'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" SET NOT NULL;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" DROP NOT NULL;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" SET DATA TYPE integer;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" TYPE integer;'],
  ['ALTER TABLE "drafts" ALTER COLUMN "kind" DROP DEFAULT;'],
  ['ALTER TABLE "drafts" ADD CONSTRAINT "a" CHECK ("kind" <> \'\');'],
  ['ALTER TABLE "drafts" ADD CONSTRAINT "a" UNIQUE ("kind");'],
  ['ALTER TABLE "drafts" ADD CONSTRAINT "a" FOREIGN KEY ("kind") REFERENCES "jobs"("id");'],
  ['ALTER TABLE "drafts" DROP CONSTRAINT "a";'],
  ['ALTER TABLE "drafts" ENABLE ROW LEVEL SECURITY;'],
  ['CREATE UNIQUE INDEX "a" ON "drafts" ("kind");'],
  ['DROP INDEX "drafts_kind";'],
  ['CREATE TRIGGER "a" BEFORE INSERT ON "drafts" EXECUTE FUNCTION "b"();'],
  ['CREATE OR REPLACE FUNCTION "a"() RETURNS trigger AS $$ begin; end $$;'],
  ['DROP TRIGGER "a" ON "drafts";'],
  ['DELETE FROM "drafts";'],
  ['UPDATE "drafts" SET "kind" = \'\';'],
  ['TRUNCATE "drafts";'],
  ["INSERT INTO \"facts\" VALUES ('a', 'b');"],
  ['REVOKE SELECT ON "drafts" FROM PUBLIC;'],
  ['DO $$ begin delete from drafts; end $$;'],
  ['CREATE TABLE IF NOT EXISTS "drafts" ("a" text);\nALTER TABLE "drafts" DROP COLUMN "kind";'],
  ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nDROP TABLE "drafts";'],
  ['COMMENT ON TABLE "drafts" IS \'it\'\'s -- one\'; DELETE FROM "drafts";'],
])('the rule finds %s', (statement) => {
  expect(contractions(statement)).not.toEqual([])
})

test.each([
  ['CREATE TABLE "a" ("b" text NOT NULL);'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text;'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" text DEFAULT \'\' NOT NULL;'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" numeric(5, 2), ADD COLUMN "b" text DEFAULT \'not null\';'],
  ['ALTER TABLE "drafts" ADD COLUMN "a" integer NOT NULL GENERATED ALWAYS AS IDENTITY;'],
  ['CREATE TABLE "a" ("b" text);\nALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;'],
  ['CREATE TABLE "public"."a" ("b" text);\nCREATE UNIQUE INDEX "c" ON "a" USING btree ("b");'],
  ['CREATE TABLE "a" ("b" text); INSERT INTO "a" VALUES (\'delete; drop\');'],
  [
    'CREATE FUNCTION "f"() RETURNS trigger AS $$ begin delete from a; end $$;\nCREATE TABLE "a" ("b" text);\nCREATE TRIGGER "t" BEFORE INSERT ON "a" FOR EACH ROW EXECUTE FUNCTION "f"();',
  ],
  ['CREATE INDEX "drop_column" ON "drafts" ("kind");'],
  ['COMMENT ON TABLE "drafts" IS \'drop table; delete\';'],
  ['GRANT SELECT ON "drafts" TO PUBLIC;'],
  ['-- DROP TABLE "drafts";\n/* DELETE FROM "drafts"; */'],
])('the rule lets %s pass', (statement) => {
  expect(contractions(statement)).toEqual([])
})

test.each([['0033_ending_marks.sql'], ['0035_follow_ups.sql']])(
  'the rule lets %s pass, which only adds',
  (file) => {
    expect(contractions(readFileSync(path.join(folder, file), 'utf8'))).toEqual([])
  },
)

test.each([
  ['0.9.9', '0.10.0', true],
  ['0.10.0', '0.10.0', false],
  ['9.9.9', '0.10.0', false],
  ['0.9', '0.10.0', false],
])('the old form may go since version %s in version %s: %s', (since, current, may) => {
  const text = `-- contract: since version ${since}\nDROP TABLE "drafts";`
  expect(contractions(text, current).length === 0).toBe(may)
})
