import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PayerLimits } from '#lib/rules/filing/rulebook.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const madeAt = () => instant('created_at').notNull().defaultNow()
const changedAt = () => instant('updated_at').notNull().defaultNow()

// The first six tables are better-auth's: their TypeScript keys are its field names, so they are
// not snake_case.

/**
 * A person who may sign in. `role` is one of permissions.ts; `is_demo` accounts sign in only while
 * demo accounts are on.
 */
export const user = pgTable('account_holders', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role').notNull().default('none'),
  isDemo: boolean('is_demo').notNull().default(false),
  /** True once an authenticator app is set up and confirmed. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  disabledAt: instant('disabled_at'),
  lastSeenAt: instant('last_seen_at'),
  createdAt: madeAt(),
  updatedAt: changedAt(),
})

/**
 * A signed-in browser. `lastSeenAt` is ours: better-auth only extends its own expiry and has no
 * idle limit.
 */
export const session = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: madeAt(),
    updatedAt: changedAt(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** When its person last entered their password again, for an act that asks who is there. */
    provenAt: instant('proven_at'),
  },
  (table) => [index('sessions_user_id').on(table.userId)],
)

/** A way to sign in, always an e-mail address with a password hash. */
export const account = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: madeAt(),
    updatedAt: changedAt(),
  },
  (table) => [index('credentials_user_id').on(table.userId)],
)

export const verification = pgTable('verifications', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: madeAt(),
  updatedAt: changedAt(),
})

/**
 * A person's authenticator app: the sealed secret and the sealed recovery codes. `lastCounter` is
 * ours: the time step of the newest accepted code, so that no code is accepted twice.
 */
export const twoFactor = pgTable('authenticator_apps', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => user.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: instant('locked_until'),
  lastCounter: integer('last_counter'),
})

/**
 * A person's passkey: only the public half. `id` is the authenticator's own id of it, `host` the
 * address it works at.
 */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    host: text('host').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: madeAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user_id').on(table.userId)],
)

/** Sign-in requests by client address. */
export const rateLimit = pgTable('rate_limits', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})

/**
 * Counters of sign-in attempts: of an account from one network, of the account, of a network, of
 * one known browser. Keys and e-mail addresses are hashed. `level` counts the tries at the time
 * `at` and drains; nothing is tried before `openAt`.
 */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    key: text('key').primaryKey(),
    emailHash: text('email_hash'),
    level: doublePrecision('level').notNull(),
    at: instant('at').notNull(),
    openAt: instant('open_at').notNull(),
  },
  (table) => [index('sign_in_attempts_email_hash').on(table.emailHash)],
)

/**
 * An invitation to make an account. Its link contains the token, of which only the hash is stored.
 */
/**
 * Links that work once. An invitation makes the account of an address; one with `accountId` lets
 * that account's person choose a new password.
 */
export const invitations = pgTable('invitations', {
  id: text('id').primaryKey(),
  accountId: text('account_id').references(() => user.id, { onDelete: 'cascade' }),
  tokenHash: text('token_hash').notNull().unique(),
  email: text('email').notNull(),
  role: text('role').notNull(),
  invitedBy: text('invited_by')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  createdAt: madeAt(),
  expiresAt: instant('expires_at').notNull(),
})

/**
 * A version of a key that seals values, sealed under the root key (key-store.ts). `family` names
 * its use. A retired version opens values and seals none; its row is deleted when no value refers
 * to it.
 */
export const keyVersions = pgTable(
  'key_versions',
  {
    id: text('id').primaryKey(),
    family: text('family').notNull(),
    version: integer('version').notNull(),
    wrappedKey: text('wrapped_key').notNull(),
    madeAt: instant('made_at').notNull(),
    retiredAt: instant('retired_at'),
  },
  (table) => [
    uniqueIndex('key_versions_one_in_use')
      .on(table.family)
      .where(sql`retired_at is null`),
  ],
)

/**
 * Which key version sealed the text of `column`: the database reads it from the text, and the
 * reference keeps a version that still has values. Null for no text, and for text that a console
 * before the versions sealed. Every sealed column has such a companion, and by it the rotation
 * finds the column. `cascade` is for a copy of other values, which may go with its version.
 */
const sealedWith = (column: string, onDelete: 'no action' | 'cascade' = 'no action') =>
  text(`${column}_with`)
    .generatedAlwaysAs(
      sql.raw(`substring(left("${column}", 80) from '^\\{"unprotected":\\{"kid":"([a-z.0-9-]+)"')`),
    )
    .references(() => keyVersions.id, { onDelete })

/**
 * A use of break glass: the session has an administrator's rights until `endsAt`. The reason is
 * sealed. Ending it by hand moves `endsAt` to that moment.
 */
export const breakGlass = pgTable(
  'break_glass',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    sealedReason: text('sealed_reason').notNull(),
    sealedReasonWith: sealedWith('sealed_reason'),
    startedAt: instant('started_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('break_glass_session').on(table.sessionId, table.endsAt),
    index('break_glass_started_at').on(table.startedAt),
  ],
)

/** Which administrator has acknowledged which use of break glass. */
export const breakGlassSeen = pgTable(
  'break_glass_seen',
  {
    breakGlassId: text('break_glass_id')
      .notNull()
      .references(() => breakGlass.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.breakGlassId, table.accountId] })],
)

/**
 * Facts about this installation: the root key's fingerprint, what an unused setup code is made of,
 * the trail's sealed key, the roles that need a second factor, how far each connection's past was
 * searched for fixes.
 */
export const facts = pgTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  valueWith: sealedWith('value'),
})

/** What kind of partner a connection leads to. The strip of every page is coloured by it. */
export type Environment = 'production' | 'staging' | 'sandbox' | 'local'

/** A partner and the sealed key for it. Exactly one is active, and a disabled one never is. */
export const connections = pgTable('connections', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  environment: text('environment').$type<Environment>().notNull(),
  scopeLabel: text('scope_label').notNull(),
  baseUrl: text('base_url').notNull(),
  preEncounterUrl: text('pre_encounter_url').notNull(),
  authKind: text('auth_kind').$type<'api_key' | 'client_credentials'>().notNull(),
  clientId: text('client_id'),
  sealedKey: text('sealed_key').notNull(),
  sealedKeyWith: sealedWith('sealed_key'),
  keyLastFour: text('key_last_four').notNull(),
  keyFingerprint: text('key_fingerprint').notNull(),
  /**
   * The fingerprint of the connection's first key: drafts and jobs are bound to it, so that a
   * rotated key finds them.
   */
  firstKeyFingerprint: text('first_key_fingerprint').notNull(),
  /**
   * The fingerprint of the key that the environment gave last; a key stored in the settings since
   * then is newer.
   */
  environmentFingerprint: text('environment_fingerprint'),
  isEmbedded: boolean('is_embedded').notNull().default(false),
  isActive: boolean('is_active').notNull().default(false),
  disabledAt: instant('disabled_at'),
  createdAt: madeAt(),
  updatedAt: changedAt(),
})

/**
 * Views of lists, each opened by its opaque id. Without a connection: filters with patient data
 * that must not be in a link; every use extends `expiresAt`. With a connection: a view that a
 * person named. Its name, filters and columns are sealed, and it stays until it is deleted.
 */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    list: text('list').notNull(),
    connectionId: text('connection_id'),
    /** The team sees a shared named view. */
    isShared: boolean('is_shared').notNull().default(false),
    sealed: text('sealed').notNull(),
    sealedWith: sealedWith('sealed'),
    createdBy: text('created_by').notNull(),
    createdAt: madeAt(),
    updatedAt: changedAt(),
    /** Null for a named view. */
    expiresAt: instant('expires_at').default(sql`now() + interval '90 days'`),
  },
  (table) => [
    index('saved_views_created_by').on(table.createdBy, table.expiresAt),
    index('saved_views_expires_at').on(table.expiresAt),
    index('saved_views_connection').on(table.connectionId, table.list),
  ],
)

/**
 * The name and path of a named view, apart from its filters, which may be large. One that is missing
 * is made again when the view is listed.
 */
export const viewHeads = pgTable('view_heads', {
  viewId: text('view_id')
    .primaryKey()
    .references(() => savedViews.id, { onDelete: 'cascade' }),
  sealedHead: text('sealed_head').notNull(),
  sealedHeadWith: sealedWith('sealed_head', 'cascade'),
})

/** The shared view with which a list opens for a role. */
export const viewDefaults = pgTable(
  'view_defaults',
  {
    connectionId: text('connection_id').notNull(),
    list: text('list').notNull(),
    role: text('role').notNull(),
    viewId: text('view_id')
      .notNull()
      .references(() => savedViews.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.list, table.role] })],
)

/** One person's preferences: columns of each list, density, theme. */
export const preferences = pgTable('preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  value: jsonb('value').notNull(),
  updatedAt: changedAt(),
})

/**
 * Unsaved edits, sealed: one row for each account, connection and form. `connection` is the
 * partner's origin and the key's fingerprint. `revision` rises with every message about the form. A
 * dropped draft keeps its row without a value until it expires, so that a message sent before
 * cannot bring it back.
 */
export const drafts = pgTable(
  'drafts',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    connection: text('connection').notNull(),
    kind: text('kind').notNull(),
    record: text('record').notNull(),
    revision: integer('revision').notNull(),
    sealedValue: text('sealed_value'),
    sealedValueWith: sealedWith('sealed_value'),
    savedAt: instant('saved_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.connection, table.kind, table.record] }),
    index('drafts_expires_at').on(table.expiresAt),
  ],
)

/**
 * What a person opened last, sealed, because a line may name a patient: one row for each account
 * and connection. `connection` is as in a draft. The row goes once nothing was opened for a while.
 */
export const openedLately = pgTable(
  'opened_lately',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    connection: text('connection').notNull(),
    sealedLines: text('sealed_lines').notNull(),
    sealedLinesWith: sealedWith('sealed_lines'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.connection] }),
    index('opened_lately_expires_at').on(table.expiresAt),
  ],
)

/**
 * Which person has which record open in which tab; `readAt` is when the page last read it. A tab
 * without a sign for a minute counts as closed. Its row stays for a while, because a background tab
 * may return.
 */
export const openRecords = pgTable(
  'open_records',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    connectionId: text('connection_id').notNull(),
    kind: text('kind').notNull(),
    record: text('record').notNull(),
    tab: text('tab').notNull(),
    openedAt: instant('opened_at').notNull(),
    readAt: instant('read_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.connectionId, table.kind, table.record, table.accountId, table.tab],
    }),
    index('open_records_last_seen_at').on(table.lastSeenAt),
  ],
)

/**
 * The audit trail: who did what, when, from where, to which records, and how it ended. Ids and
 * words, never a record's values, except `sealedChange`. Triggers of the migrations refuse every
 * change of a row, and its deletion unless an archive has it. lib/console/audit.ts writes rows and
 * says what each column has.
 */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    accountId: text('account_id').notNull(),
    /**
     * The e-mail address of the account at the time; '' for a program or a caller without an
     * account.
     */
    person: text('person').notNull().default(''),
    /** The account's role at the time; '' without one. */
    role: text('role').notNull().default(''),
    /** The client's address as the front server saw it; null for work without a request. */
    address: text('address'),
    /** Browser and system in words ("Chrome 142, Windows"); null without a request. */
    browser: text('browser'),
    /**
     * A short keyed hash of the session's token: the same for all that one signed-in browser did.
     */
    session: text('session'),
    connectionId: text('connection_id'),
    operation: text('operation').notNull(),
    stage: text('stage').$type<AuditStage>().notNull(),
    outcome: text('outcome').notNull(),
    /**
     * What the ids name: `charge-capture`, `contract`, `account` and so on; null if the operation
     * does not say.
     */
    recordKind: text('record_kind'),
    recordIds: text('record_ids')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /**
     * The values before and after a write, sealed: `openChange` of lib/console/trail/trail-key.ts
     * opens it.
     */
    sealedChange: text('sealed_change'),
    /**
     * A keyed code over every column but the id, made by the console. Rows from before version 0.2
     * have ''.
     */
    mac: text('mac').notNull().default(''),
  },
  (table) => [
    // Each order ends with the id, so that a page can continue after a row (at, id).
    index('audit_records_at').on(table.at, table.id),
    index('audit_records_account').on(table.accountId, table.at, table.id),
    index('audit_records_operation').on(table.operation, table.at, table.id),
    index('audit_records_failed')
      .on(table.at, table.id)
      .where(sql`outcome not in ('ok', 'sent')`),
    index('audit_records_ids').using('gin', table.recordIds),
    // The code of a row begins with random letters, so an equal one is a copy.
    uniqueIndex('audit_records_mac')
      .on(table.mac)
      .where(sql`mac <> ''`),
    // Pages show when an error was resolved here; this index skips the many reads.
    index('audit_records_resolved')
      .using('gin', table.recordIds)
      .where(sql`operation = 'resolveClaimCreationError' and stage = 'outcome'`),
  ],
)

/**
 * A signature over rows of the audit trail in their order (lib/console/trail/sign.ts). Each one
 * also covers the signature before it.
 */
export const auditBatches = pgTable('audit_batches', {
  number: integer('number').primaryKey(),
  firstId: bigint('first_id', { mode: 'number' }).notNull(),
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  /**
   * The ids that exist in between, as ranges: "1-40 42-90". A rolled-back transaction leaves a gap.
   */
  ids: text('ids').notNull(),
  /**
   * For each row eight bytes of a keyed code over id and content, in base64url: they tell which row
   * was changed.
   */
  marks: text('marks').notNull(),
  /** How many rows at its beginning are from before the codes. */
  oldRows: integer('old_rows').notNull(),
  previous: text('previous').notNull(),
  signedAt: instant('signed_at').notNull(),
  signature: text('signature').notNull(),
})

/** Rows of the audit trail that were moved to a sealed file. Only such rows can be deleted. */
export const auditArchives = pgTable('audit_archives', {
  number: integer('number').primaryKey(),
  firstId: bigint('first_id', { mode: 'number' }).notNull(),
  lastId: bigint('last_id', { mode: 'number' }).notNull(),
  rows: integer('rows').notNull(),
  file: text('file').notNull(),
  fileHash: text('file_hash').notNull(),
  archivedAt: instant('archived_at').notNull(),
  signature: text('signature').notNull(),
})

/**
 * What an audit row is about. `read`: patient data was read. `intent`: a write is about to be sent,
 * `outcome`: how a write or a change of settings, people or keys ended. `sign-in`: signing in or
 * out. `refused`: the console refused.
 */
export type AuditStage = 'read' | 'intent' | 'outcome' | 'sign-in' | 'refused'

/**
 * One write to the partner by its operation id: it is sent once, and a repeated request gets the
 * stored outcome.
 */
export const writeOperations = pgTable(
  'write_operations',
  {
    operationId: text('operation_id').primaryKey(),
    accountId: text('account_id').notNull(),
    connectionId: text('connection_id').notNull(),
    operation: text('operation').notNull(),
    /**
     * The written record's id, or the keyed hash of the external id of a record that is being
     * created.
     */
    record: text('record').notNull(),
    /** Keyed hashes: of the request, and of the record's content before and after the write. */
    requestHash: text('request_hash').notNull(),
    beforeHash: text('before_hash'),
    afterHash: text('after_hash'),
    stage: text('stage').$type<'sent' | 'unknown' | 'settled'>().notNull(),
    sends: integer('sends').notNull().default(1),
    /** When it was sent, or its answer was lost. */
    sentAt: instant('sent_at').notNull(),
    /** The stored answer. */
    sealedOutcome: text('sealed_outcome'),
    sealedOutcomeWith: sealedWith('sealed_outcome'),
    createdAt: madeAt(),
  },
  (table) => [
    index('write_operations_record').on(table.connectionId, table.record, table.createdAt),
    index('write_operations_created_at').on(table.createdAt),
  ],
)

/** Who is writing a record now. A lease that expired because its process died can be taken over. */
export const recordLeases = pgTable('record_leases', {
  record: text('record').primaryKey(),
  holder: text('holder').notNull(),
  until: instant('until').notNull(),
})

/** Why a record was saved despite errors. `rules` has the rule id of each error. */
export const saveReasons = pgTable(
  'save_reasons',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    connectionId: text('connection_id').notNull(),
    record: text('record').notNull(),
    rules: text('rules').array().notNull(),
    sealedReason: text('sealed_reason').notNull(),
    sealedReasonWith: sealedWith('sealed_reason'),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [index('save_reasons_record').on(table.connectionId, table.record, table.savedAt)],
)

/**
 * The charge captures that follow pre-encounter records; the partner's capture does not say so.
 * `made` through this console, or `seen`: the records overwrote a save.
 */
export const preEncounterCaptures = pgTable(
  'pre_encounter_captures',
  {
    connectionId: text('connection_id').notNull(),
    chargeCaptureId: text('charge_capture_id').notNull(),
    source: text('source').$type<'made' | 'seen'>().notNull(),
    patientId: text('patient_id'),
    appointmentIds: text('appointment_ids')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    notedAt: instant('noted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.chargeCaptureId] })],
)

/**
 * `paused`: `waits_for` says whether the job goes on by itself when the partner answers, or when a
 * person says so. At a `gate` the person decides by how the job's first items ended.
 */
export type JobState = 'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'

/**
 * Long work in the background (lib/console/jobs/store.ts). `connection` is the partner's origin and
 * the first key's fingerprint. Of the open jobs with one `single_key` there is at most one. `fence`
 * counts the starts: a process whose start is not the latest one changes nothing.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** What the job does, in words without patient data. */
    title: text('title').notNull(),
    connection: text('connection').notNull(),
    connectionId: text('connection_id').notNull(),
    accountId: text('account_id').notNull(),
    singleKey: text('single_key'),
    /** A quiet job is the console's own upkeep: no list shows it. */
    isQuiet: boolean('is_quiet').notNull().default(false),
    sealedInput: text('sealed_input').notNull(),
    sealedInputWith: sealedWith('sealed_input'),
    state: text('state').$type<JobState>().notNull(),
    waitsFor: text('waits_for').$type<'partner' | 'limit' | 'person' | 'gate'>(),
    /** What a person has asked of the process that runs it. */
    asked: text('asked').$type<'pause' | 'cancel'>(),
    progress: jsonb('progress')
      .$type<{ words: string; done: number; total: number | null; until?: string }>()
      .notNull(),
    failure: jsonb('failure').$type<{ name: string; message: string }>(),
    fence: integer('fence').notNull().default(0),
    /** The first items were looked at and the rest may follow. */
    isGatePassed: boolean('is_gate_passed').notNull().default(false),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('jobs_one_open')
      .on(table.singleKey)
      .where(sql`state in ('queued', 'running', 'paused')`),
    index('jobs_kind').on(table.kind, table.connection, table.startedAt),
    index('jobs_account').on(table.accountId, table.startedAt),
    index('jobs_started_at').on(table.startedAt),
    index('jobs_expires_at').on(table.expiresAt),
  ],
)

/**
 * `leased`: a process has taken the item. `sent`: its write may have reached the partner.
 * `unknown`: nobody knows whether it did.
 */
export type JobItemState =
  | 'queued'
  | 'leased'
  | 'sent'
  | 'verified'
  | 'conflict'
  | 'rejected'
  | 'unknown'
  | 'cancelled'

/**
 * One record of a job. `operation_id` stays the same until the write is known not to have been
 * made.
 */
export const jobItems = pgTable(
  'job_items',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    record: text('record').notNull(),
    position: integer('position').notNull(),
    operationId: text('operation_id').notNull(),
    state: text('state').$type<JobItemState>().notNull().default('queued'),
    /** The start of the job that took it. */
    fence: integer('fence').notNull().default(0),
    attempt: integer('attempt').notNull().default(0),
    /** How it ended, in words without patient data. */
    words: text('words'),
    sealedInput: text('sealed_input'),
    sealedInputWith: sealedWith('sealed_input'),
    /** What the work keeps before it sends, such as the record as it was. */
    sealedKept: text('sealed_kept'),
    sealedKeptWith: sealedWith('sealed_kept'),
    sealedResult: text('sealed_result'),
    sealedResultWith: sealedWith('sealed_result'),
    changedAt: instant('changed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.record] }),
    index('job_items_state').on(table.jobId, table.state, table.position),
  ],
)

/** The parts of a job's result, sealed. They are read one by one, because a result may be large. */
export const jobParts = pgTable(
  'job_parts',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    part: text('part').notNull(),
    sealedValue: text('sealed_value').notNull(),
    sealedValueWith: sealedWith('sealed_value'),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.part] })],
)

/**
 * The snapshot of the work queue for one partner and key. `version` rises with every change of its
 * rows or of what the team noted, so that a process reads only newer rows. `readAt` is the end of
 * the last reading of the whole lists, `wholeAt` of one that also read every capture anew. `unread`
 * names what the last reading could not read; a reading counts as under way until `readingUntil`.
 */
export const queueSnapshots = pgTable('queue_snapshots', {
  connection: text('connection').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  readAt: instant('read_at'),
  wholeAt: instant('whole_at'),
  readingUntil: instant('reading_until'),
  unread: jsonb('unread').$type<{ what: string; message: string }[]>().notNull().default([]),
})

/**
 * One claim creation of the queue. The sealed value has its problems with names, dates, values and
 * amounts; it is null if the partner lists the claim creation but nothing is left to do. `listed`
 * is the partner's list that has it, '' once none has: the row then only tells other processes,
 * until the sweep. The hashes are keyed: of the claim creation as the partner sent it, and of the
 * value.
 */
export const queueRows = pgTable(
  'queue_rows',
  {
    connection: text('connection').notNull(),
    claimCreationId: text('claim_creation_id').notNull(),
    listed: text('listed').$type<'error' | 'held' | 'updated' | ''>().notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    creationHash: text('creation_hash').notNull(),
    valueHash: text('value_hash').notNull(),
    sealedValue: text('sealed_value'),
    sealedValueWith: sealedWith('sealed_value'),
    firstSeenAt: instant('first_seen_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.claimCreationId] }),
    index('queue_rows_version').on(table.connection, table.version),
  ],
)

/**
 * The values of many rows of the queue once more, sealed together: a process opens those of a large
 * queue in a tenth of the time that the rows take. A row whose hash is another one has changed since
 * `version` of the snapshot. `place` counts from 0. A rotation by the build before, which does not
 * know this table, destroys its packs with their key version.
 */
export const queuePacks = pgTable(
  'queue_packs',
  {
    connection: text('connection').notNull(),
    place: integer('place').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    madeAt: instant('made_at').notNull(),
    sealedValues: text('sealed_values').notNull(),
    sealedValuesWith: sealedWith('sealed_values', 'cascade'),
  },
  (table) => [primaryKey({ columns: [table.connection, table.place] })],
)

/** The queue at the end of a day: claim creations and charges of each cause, sealed as one text. */
export const queueDays = pgTable(
  'queue_days',
  {
    connection: text('connection').notNull(),
    day: text('day').notNull(),
    sealedSums: text('sealed_sums').notNull(),
    sealedSumsWith: sealedWith('sealed_sums'),
  },
  (table) => [primaryKey({ columns: [table.connection, table.day] })],
)

/**
 * What the team noted on a cause (`cause/` and the keyed hash of its key) or on a claim creation
 * (`creation/` and its id).
 */
export const queueMarks = pgTable(
  'queue_marks',
  {
    connection: text('connection').notNull(),
    subject: text('subject').notNull(),
    ownerId: text('owner_id').references(() => user.id, { onDelete: 'set null' }),
    /** A local date. */
    snoozedUntil: text('snoozed_until'),
    priority: text('priority').$type<'high' | 'low'>(),
    sealedNote: text('sealed_note'),
    sealedNoteWith: sealedWith('sealed_note'),
    /** Who wrote the note: an account has a limited number of notes. */
    notedBy: text('noted_by').references(() => user.id, { onDelete: 'set null' }),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.subject] }),
    index('queue_marks_noted_by').on(table.notedBy),
  ],
)

/**
 * Who renews a contract or span that ends, and whether the renewal was sent. `subject` is its kind,
 * its id and its last day, so that a later end has marks of its own.
 */
export const endingMarks = pgTable(
  'ending_marks',
  {
    connection: text('connection').notNull(),
    subject: text('subject').notNull(),
    ownerId: text('owner_id').references(() => user.id, { onDelete: 'set null' }),
    renewal: text('renewal').$type<'sent' | 'not-needed'>(),
    /** The local date on which it was sent. */
    sentOn: text('sent_on'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.subject] })],
)

/**
 * A follow-up of a credentialing span: whom somebody asked, what is missing, and when to ask again.
 * The partner has none of it. The words are sealed, with the names of the span's parties on the day
 * they were written. A row is never changed besides being marked as done or open, and never deleted.
 */
export const followUps = pgTable(
  'follow_ups',
  {
    /** Given by the browser, so that a repeated send writes once. */
    id: text('id').primaryKey(),
    connection: text('connection').notNull(),
    spanKind: text('span_kind').$type<'facility' | 'provider'>().notNull(),
    spanId: text('span_id').notNull(),
    sealedWords: text('sealed_words').notNull(),
    sealedWordsWith: sealedWith('sealed_words'),
    /** A local date. */
    nextOn: text('next_on'),
    ownerId: text('owner_id').references(() => user.id, { onDelete: 'set null' }),
    writtenBy: text('written_by').references(() => user.id, { onDelete: 'set null' }),
    writtenAt: instant('written_at').notNull(),
    doneBy: text('done_by').references(() => user.id, { onDelete: 'set null' }),
    doneAt: instant('done_at'),
  },
  (table) => [
    index('follow_ups_span').on(table.connection, table.spanId),
    index('follow_ups_next').on(table.connection, table.nextOn),
  ],
)

/** Whose turn a claim creation is: nobody else gets it as their next one until `until`. */
export const queueTurns = pgTable(
  'queue_turns',
  {
    connection: text('connection').notNull(),
    claimCreationId: text('claim_creation_id').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    until: instant('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.claimCreationId] }),
    index('queue_turns_until').on(table.until),
  ],
)

/**
 * How long a payer accepts a claim, and where that is written. `payerId` is a payer's id, the id of
 * a default by law, or '' for every payer without a row of its own (lib/rules/filing/rulebook.ts).
 */
export const filingLimits = pgTable(
  'filing_limits',
  {
    connection: text('connection').notNull(),
    payerId: text('payer_id').notNull(),
    payer: text('payer').notNull(),
    limits: jsonb('limits').$type<PayerLimits>().notNull(),
    source: text('source').notNull(),
    confirmedBy: text('confirmed_by').references(() => user.id, { onDelete: 'set null' }),
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [primaryKey({ columns: [table.connection, table.payerId] })],
)

/**
 * What a save changed in a field that had an error: what changed is sealed, `cause` is the keyed
 * hash of the error's cause. `open`: the error is still there; `cleared`: it is gone; `billed`: a
 * claim was made as well; `denied`: the payer denied that claim. `seenAt` is when the claim
 * creation was last looked at.
 */
export const fixMemories = pgTable(
  'fix_memories',
  {
    id: text('id').primaryKey(),
    connection: text('connection').notNull(),
    cause: text('cause').notNull(),
    chargeCaptureId: text('charge_capture_id').notNull(),
    claimCreationId: text('claim_creation_id').notNull(),
    accountId: text('account_id').notNull(),
    state: text('state').$type<'open' | 'cleared' | 'billed' | 'denied'>().notNull(),
    sealedFix: text('sealed_fix').notNull(),
    sealedFixWith: sealedWith('sealed_fix'),
    savedAt: instant('saved_at').notNull(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [
    index('fix_memories_cause').on(table.connection, table.cause, table.savedAt),
    index('fix_memories_unsettled')
      .on(table.connection, table.seenAt)
      .where(sql`state <> 'billed'`),
    index('fix_memories_saved_at').on(table.savedAt),
  ],
)

/**
 * Changes after billing of one claim creation that a person resolved here: the partner keeps
 * neither who nor why. `sent`: the partner's answer is not known; `done`: it resolved them;
 * `reopened`: opened again here. With `identifiedOn`, a local date, they are a possible
 * overpayment, open until `closedAt`. What was resolved, why and how it was closed is sealed.
 */
export const updateResolutions = pgTable(
  'update_resolutions',
  {
    id: text('id').primaryKey(),
    connection: text('connection').notNull(),
    claimCreationId: text('claim_creation_id').notNull(),
    changeIds: text('change_ids').array().notNull(),
    accountId: text('account_id').notNull(),
    state: text('state').$type<'sent' | 'done' | 'reopened'>().notNull(),
    sealedReason: text('sealed_reason').notNull(),
    sealedReasonWith: sealedWith('sealed_reason'),
    resolvedAt: instant('resolved_at').notNull(),
    reopenedBy: text('reopened_by'),
    reopenedAt: instant('reopened_at'),
    identifiedOn: text('identified_on'),
    closedBy: text('closed_by'),
    closedAt: instant('closed_at'),
    sealedClosing: text('sealed_closing'),
    sealedClosingWith: sealedWith('sealed_closing'),
  },
  (table) => [
    index('update_resolutions_resolved_at').on(table.connection, table.resolvedAt, table.id),
    index('update_resolutions_claim').on(table.connection, table.claimCreationId),
    index('update_resolutions_overpayments')
      .on(table.connection, table.identifiedOn)
      .where(sql`identified_on is not null and closed_at is null`),
  ],
)

/**
 * How a capture of a bulk fix stands: not read yet; free of errors after it; with errors that stay;
 * billed already; a person is needed; nothing to send.
 */
export type BulkState = 'waiting' | 'ready' | 'keeps' | 'billed' | 'needs-you' | 'skipped'

/** `few`: it was sent without a second person, because there were few captures. */
export type BulkConsent = 'few' | 'asked' | 'approved' | 'declined'

/**
 * One change to many captures: what it changes and how far it was read, and the jobs that send it
 * and take it back.
 */
export const bulkFixes = pgTable(
  'bulk_fixes',
  {
    id: text('id').primaryKey(),
    connection: text('connection').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    sealedPlan: text('sealed_plan').notNull(),
    sealedPlanWith: sealedWith('sealed_plan'),
    /** Rises with every step, so that nothing takes the same one twice. */
    step: integer('step').notNull().default(0),
    readJobId: text('read_job_id'),
    jobId: text('job_id'),
    undoJobId: text('undo_job_id'),
    /** Of a change that ends billing or changes who pays: how it stands with a second person. */
    consent: text('consent').$type<BulkConsent>(),
    createdAt: madeAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('bulk_fixes_expires_at').on(table.expiresAt)],
)

/**
 * What a second person is shown of a bulk fix, apart from its plan, which may have a large file. One
 * that is missing is read from the plan.
 */
export const bulkAsks = pgTable('bulk_asks', {
  fixId: text('fix_id')
    .primaryKey()
    .references(() => bulkFixes.id, { onDelete: 'cascade' }),
  sealedAsk: text('sealed_ask').notNull(),
  sealedAskWith: sealedWith('sealed_ask', 'cascade'),
})

/**
 * The captures of a bulk fix: what a page shows of each, and the capture as it was read, which undo
 * goes back to.
 */
export const bulkCaptures = pgTable(
  'bulk_captures',
  {
    fixId: text('fix_id')
      .notNull()
      .references(() => bulkFixes.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    captureId: text('capture_id').notNull(),
    state: text('state').$type<BulkState>().notNull(),
    sealedRow: text('sealed_row'),
    sealedRowWith: sealedWith('sealed_row'),
    sealedBase: text('sealed_base'),
    sealedBaseWith: sealedWith('sealed_base'),
  },
  (table) => [
    primaryKey({ columns: [table.fixId, table.place] }),
    uniqueIndex('bulk_captures_capture').on(table.fixId, table.captureId),
  ],
)

/**
 * A file of `DATA_DIR/code-lists` that was read into `code_rows`. `version` is its size and time,
 * so a changed file is read again. With `problem`, in words, it has no rows. `entries` are all of
 * the file, `kept` those that can judge a claim.
 */
export const codeFiles = pgTable('code_files', {
  name: text('name').primaryKey(),
  fileId: integer('file_id').notNull().generatedAlwaysAsIdentity(),
  version: text('version').notNull(),
  entries: integer('entries').notNull(),
  kept: integer('kept').notNull(),
  problem: text('problem'),
})

/**
 * The entries of the placed code lists (lib/rules/codes/list-files.ts): millions of rows, which
 * name no patient. No foreign key: checking it for each row would double the time of a load.
 */
export const codeRows = pgTable(
  'code_rows',
  {
    fileId: integer('file_id').notNull(),
    code: text('code').notNull(),
    other: text('other').notNull(),
    firstDay: date('first_day'),
    lastDay: date('last_day'),
    mark: text('mark').notNull(),
  },
  (table) => [index('code_rows_code').on(table.fileId, table.code, table.other)],
)
