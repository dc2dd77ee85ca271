import { existsSync, readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from './schema.ts'

// What one person stores, everybody's pages may read: each table says what keeps it small. `at most`
// names the test of a limit by its file and words of its title; `part of` is a table whose rows go
// with those of another one; `bounded` says why no account's requests make it large.
type Table = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends PgTable ? Name : never
}[keyof typeof schema]
type Limit =
  | { 'at most': [file: string, title: string] }
  | { 'part of': Table }
  | { bounded: string }

const byAdministrators = { bounded: 'Only an administrator makes rows, each by an act of its own.' }
const expires = {
  'at most': ['lib/console/sweep.test.ts', 'expired rows are deleted a day later'],
} satisfies Limit
const ofQueue = { bounded: 'A copy of what the partner lists, made by a job of the console.' }

const limits: Record<Table, Limit> = {
  user: byAdministrators,
  session: expires,
  account: { 'part of': 'user' },
  verification: { 'at most': ['lib/console/sweep.test.ts', 'what strangers leave is deleted'] },
  twoFactor: { 'part of': 'user' },
  passkeys: { bounded: 'An account has 20, and its owner alone reads them.' },
  rateLimit: { 'at most': ['lib/console/sweep.test.ts', 'what strangers leave is deleted'] },
  signInAttempts: expires,
  invitations: { 'at most': ['lib/actions/people.test.ts', 'ten people are invited at once'] },
  keyVersions: byAdministrators,
  breakGlass: byAdministrators,
  breakGlassSeen: { 'part of': 'breakGlass' },
  facts: { bounded: 'One row for each name that the code has.' },
  connections: byAdministrators,
  savedViews: { 'at most': ['lib/actions/views.test.ts', '2 MB'] },
  viewHeads: { 'part of': 'savedViews' },
  viewDefaults: { bounded: 'One row for each list and role.' },
  preferences: {
    'at most': ['lib/console/server/start.test.ts', 'preferences take 64 KB at most'],
  },
  drafts: { 'at most': ['lib/console/records/drafts.test.ts', 'at most 20 MB together'] },
  openedLately: { 'at most': ['lib/console/records/opened-lately.test.ts', 'after 14 days'] },
  openRecords: { 'at most': ['lib/console/records/open-records.test.ts', 'at most 200 tabs'] },
  auditRecords: {
    'at most': ['lib/console/trail/trail.test.ts', 'rows older than the retention move'],
  },
  auditBatches: { 'part of': 'auditRecords' },
  auditArchives: { 'part of': 'auditRecords' },
  writeOperations: expires,
  recordLeases: { bounded: 'One for each record that is being saved.' },
  saveReasons: { bounded: 'One for each save that the partner took.' },
  preEncounterCaptures: { bounded: 'One for each capture that the partner took.' },
  jobs: { 'at most': ['lib/actions/jobs/jobs.test.ts', 'a limited number of open jobs'] },
  jobItems: { 'part of': 'jobs' },
  jobParts: { 'part of': 'jobs' },
  queueSnapshots: ofQueue,
  queueRows: ofQueue,
  queuePacks: ofQueue,
  queueDays: ofQueue,
  queueMarks: { 'at most': ['lib/actions/queue/queue.test.ts', 'an account has 2,000 notes'] },
  endingMarks: { bounded: 'One for each end that the partner lists.' },
  followUps: { 'at most': ['lib/actions/follow-ups/follow-ups.test.ts', 'mostOfSpan'] },
  queueTurns: expires,
  filingLimits: { 'at most': ['lib/actions/queue/queue.test.ts', 'at most 2,000 payers'] },
  fixMemories: { bounded: 'Of each save that the partner took, as long as the trail.' },
  updateResolutions: {
    'at most': [
      'lib/actions/claim-creations/resolve.test.ts',
      'a claim is stored 20 times at most',
    ],
  },
  bulkFixes: { 'at most': ['lib/actions/bulk/bulk.test.ts', 'keeps the 50 newest fixes'] },
  bulkAsks: { 'at most': ['lib/actions/bulk/bulk.test.ts', 'opens no plan of a fix'] },
  bulkCaptures: { 'part of': 'bulkFixes' },
  codeFiles: { 'at most': ['lib/console/code-lists.test.ts', 'only four uploads wait'] },
  codeRows: { 'part of': 'codeFiles' },
}

test('each table of the console has a limit with a test, or says why it needs none', () => {
  const tables = Object.entries(schema).flatMap(([name, each]) => (is(each, PgTable) ? [name] : []))
  expect(Object.keys(limits).toSorted()).toEqual(tables.toSorted())
  for (const [table, limit] of Object.entries(limits)) {
    if (!('at most' in limit)) continue
    const [file, words] = limit['at most']
    expect(existsSync(file), `${table}: ${file}`).toBe(true)
    expect(readFileSync(file, 'utf8'), `${table}: ${file}`).toContain(words)
  }
})
