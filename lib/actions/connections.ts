'use server'

import { z } from 'zod'
import { currentSessionToken } from '#lib/console/accounts/session.ts'
import { mayDemoAccountsUse } from '#lib/console/accounts/demo-accounts.ts'
import {
  activateConnection,
  addConnection,
  rotateKey,
  setDisabled,
  untested,
  type Administrator,
  type NewConnection,
} from '#lib/console/connections/change-connections.ts'
import { cleanAddress, isReadOnlyLabel } from '#lib/console/connections/connection-labels.ts'
import {
  noteKeyAccess,
  storedConnection,
  toConnection,
  type ConnectionRow,
} from '#lib/console/connections/connections.ts'
import { clearTextProblem } from '#lib/console/server/clear-text.ts'
import { Secret } from '#lib/console/connections/secret.ts'
import { fail, ok, type Issue, type Result } from '#lib/core/result.ts'
import { checkConnection, readKeyAccess, type KeyAccess } from '#lib/partner/check-connection.ts'
import { writeAct } from './act.ts'
import { recordAct } from './record-act.ts'
import type { ActionContext } from './run-action.ts'

// Everything that an administrator does with partner connections. A key is tested before it is
// stored or used.

const task = 'manageConnections'
const key = z.string().trim().min(1, 'Give the key.').max(4_000)
const clientId = z.string().trim().max(500).optional()
const one = z.strictObject({ id: z.string().min(1).max(100) })

const wanted = z.strictObject({
  name: z.string().trim().min(1, 'Give a name.').max(80),
  environment: z.enum(['production', 'staging', 'sandbox', 'local']),
  base_url: z.string().max(2_000),
  /** '' where it is the base address. */
  pre_encounter_url: z.string().max(2_000),
  auth_kind: z.enum(['api_key', 'client_credentials']),
  client_id: clientId,
  key,
})

/** Tests a connection and stores it, not in use yet. */
export const addPartnerConnection = writeAct(task, {
  needsProof: true,
  input: wanted,
  run: async (given, context) => {
    const read = readWanted(given)
    if ('issues' in read) return refused(read.issues)
    const complaint = await checkConnection(untested(read))
    if (complaint) return refused([complaint])
    const access = await readKeyAccess(untested(read))
    const id = await addConnection(await administrator(context), read, access === 'reads')
    return id === undefined
      ? refused([{ path: 'name', message: 'Another connection has this name.' }])
      : ok({ id, access })
  },
})

/** Tries the stored key of a connection; the failure says what the partner answered. */
export const testPartnerConnection = writeAct(task, {
  input: one,
  run: ({ id }, context) =>
    withStored(id, async (row) => {
      const complaint = await checkConnection(toConnection(row))
      await recordAct(context, 'outcome', 'testConnection', [id], {
        outcome: complaint ? 'refused' : 'ok',
      })
      return complaint
        ? fail('ConnectionRefused', complaint.message)
        : ok({ access: await accessOf(row) })
    }),
})

const rotation = z.strictObject({ id: one.shape.id, client_id: clientId, key })

/**
 * Tests the new key, then puts it in the place of the stored one. A key that cannot write does not
 * replace the one in use that can.
 */
export const rotatePartnerKey = writeAct(task, {
  needsProof: true,
  input: rotation,
  run: (given, context) =>
    withStored(given.id, async (row) => {
      if (row.isEmbedded)
        return fail('InvalidInput', 'The sandbox’s key comes from SANDBOX_API_KEY.')
      const next = {
        key: given.key,
        clientId: row.authKind === 'client_credentials' ? given.client_id || row.clientId : null,
      }
      const tried = {
        ...toConnection({ ...row, clientId: next.clientId }),
        // The stored key's tokens stay out of the test.
        id: `test-${row.id}-${Math.random()}`,
        openKey: async () => new Secret(next.key),
      }
      const complaint = await checkConnection(tried)
      if (complaint) return refused([complaint])
      const access = await readKeyAccess(tried)
      if (access === 'reads' && row.isActive && !isReadOnlyLabel(row.scopeLabel))
        return refused([
          {
            path: 'key',
            message:
              'This key is read only: nobody could save anything. To use it anyway, add it as another connection and make that active.',
          },
        ])
      await rotateKey(await administrator(context), row, {
        ...next,
        isReadOnly: access === 'reads',
      })
      return ok({ access })
    }),
})

const activation = z.strictObject({ id: one.shape.id, read_only: z.boolean().optional() })

/**
 * Tests a connection, makes it the one in use, and ends everybody else's session. A key that cannot
 * write is refused as ReadOnlyKey, unless the administrator knows it and says `read_only`.
 */
export const activatePartnerConnection = writeAct(task, {
  needsProof: true,
  input: activation,
  run: ({ id, read_only: isKnown = false }, context) =>
    withStored(id, async (row) => {
      if (row.disabledAt)
        return fail('InvalidInput', 'This connection is disabled. Enable it first.')
      const connection = toConnection(row)
      if (context.account.isDemo && !mayDemoAccountsUse(connection))
        return fail(
          'InvalidInput',
          'Demo accounts can’t sign in with this connection, so nobody could. Start the console with PARTNER_BASE_URL instead: its log then gives a code for the first administrator.',
        )
      const clearText = clearTextProblem(connection)
      if (clearText) return fail('InvalidInput', `The next start would be refused. ${clearText}`)
      const complaint = await checkConnection(connection)
      if (complaint) return fail('ConnectionRefused', complaint.message)
      if ((await accessOf(row)) === 'reads' && !isKnown)
        return fail(
          'ReadOnlyKey',
          'This key is read only: nobody could save anything with this connection.',
        )
      await activateConnection(await administrator(context), row)
      return ok(null)
    }),
})

const disabling = z.strictObject({ id: one.shape.id, is_disabled: z.boolean() })

/** Takes a connection that is not in use out of use, or back. */
export const disablePartnerConnection = writeAct(task, {
  input: disabling,
  run: (given, context) =>
    withStored(given.id, async (row) =>
      (await setDisabled(await administrator(context), row, given.is_disabled))
        ? ok(null)
        : fail('InvalidInput', 'This connection is in use. Make another one active first.'),
    ),
})

// What the partner tells of a stored key; the strip and the settings show it from then on.
async function accessOf(row: ConnectionRow): Promise<KeyAccess> {
  const access = await readKeyAccess(toConnection(row))
  if (access !== 'unknown') await noteKeyAccess(row, access === 'reads')
  return access
}

async function administrator({ account, connection }: ActionContext): Promise<Administrator> {
  return {
    accountId: account.id,
    connectionId: connection.id,
    sessionToken: await currentSessionToken(),
  }
}

async function withStored<T>(
  id: string,
  work: (row: ConnectionRow) => Promise<Result<T>>,
): Promise<Result<T>> {
  const row = await storedConnection(id)
  return row
    ? work(row)
    : fail('EntityNotFoundError', 'This connection doesn’t exist any more. Load the page again.')
}

function readWanted(given: z.infer<typeof wanted>): NewConnection | { issues: Issue[] } {
  const { name, environment, auth_kind: authKind } = given
  const baseUrl = cleanAddress(given.base_url)
  const preEncounterUrl =
    given.pre_encounter_url.trim() === '' ? baseUrl : cleanAddress(given.pre_encounter_url)
  const issues: Issue[] = []
  const message =
    'Give an https address without user, query or fragment (http only for this machine).'
  if (baseUrl === undefined) issues.push({ path: 'base_url', message })
  else if (preEncounterUrl === undefined) issues.push({ path: 'pre_encounter_url', message })
  if (authKind === 'client_credentials' && !given.client_id)
    issues.push({ path: 'client_id', message: 'Give the client ID.' })
  if (baseUrl === undefined || preEncounterUrl === undefined || issues.length > 0) return { issues }
  const clientIdOrNone = authKind === 'client_credentials' ? given.client_id! : null // checked above
  return {
    name,
    environment,
    baseUrl,
    preEncounterUrl,
    authKind,
    clientId: clientIdOrNone,
    key: given.key,
  }
}

function refused(issues: Issue[]) {
  return fail('InvalidInput', 'The connection wasn’t stored.', { issues })
}
