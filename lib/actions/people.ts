'use server'

import { z } from 'zod'
import {
  changePerson,
  chooseFactorRoles,
  endSessionsOf,
  invite,
  listPeople,
  makePasswordLink,
  resetFactors,
  unlinkSingleSignOn,
  unlockPerson,
  withdrawInvitation,
  type Changer,
} from '#lib/console/accounts/people.ts'
import { roles } from '#lib/acts/acts.ts'
import { currentSessionToken } from '#lib/console/accounts/session.ts'
import { now } from '#lib/console/clock.ts'
import { chooseTimeZone } from '#lib/console/time-zone.ts'
import { fail, ok } from '#lib/core/result.ts'
import { accessListCsv } from '#lib/lists/access-list.ts'
import { readInvitees } from '#lib/lists/invited-addresses.ts'
import { writeAct } from './act.ts'
import { timeZoneName } from './inputs.ts'
import { recordAct } from './record-act.ts'
import type { ActionContext } from './run-action.ts'

// The actions by which an administrator manages accounts.

const task = 'managePeople'
const one = z.strictObject({ id: z.string().min(1).max(100) })

/**
 * Invites people by their addresses (see readInvitees), all or none. Returns each one's token for
 * the invitation's link and the time when the link expires (ISO text in UTC).
 */
export const invitePeople = writeAct(task, {
  needsProof: true,
  input: z.strictObject({ addresses: z.string().max(20_000), role: z.enum(roles) }),
  run: async ({ addresses, role }, context) => {
    const wanted = readInvitees(addresses, role)
    if (typeof wanted === 'string') return refusedAddresses(wanted)
    const made = await invite(changer(context), wanted)
    if ('links' in made)
      return ok(
        made.links.map(({ expiresAt, ...link }) => ({
          ...link,
          expires_at: expiresAt.toISOString(),
        })),
      )
    return refusedAddresses(
      made.taken.length === 1
        ? `${made.taken[0]} has an account already.`
        : `These have accounts already: ${made.taken.join(', ')}.`,
    )
  },
})

/**
 * Makes a link by which another person chooses a new password. Returns its token and the time when
 * it expires (ISO text in UTC).
 */
export const makePersonPasswordLink = writeAct(task, {
  needsProof: true,
  input: one,
  run: async ({ id }, context) => {
    const made = await makePasswordLink(changer(context), id)
    if (typeof made === 'object')
      return ok({ token: made.token, expires_at: made.expiresAt.toISOString() })
    return made === 'own'
      ? fail('InvalidInput', 'Change your own password on your account page.')
      : fail('InvalidInput', 'This account has no password of its own, or can’t sign in.')
  },
})

/** Withdraws an open invitation, so that its link stops working. */
export const withdrawPersonInvitation = writeAct(task, {
  input: one,
  run: async ({ id }, context) => {
    await withdrawInvitation(changer(context), id)
    return ok(null)
  },
})

/** `{}` -> the access list as CSV: who may sign in, how, and what their role may do. */
export const exportAccessList = writeAct(task, {
  input: z.strictObject({}),
  run: async (_, context) => {
    const { people, invitations } = await listPeople()
    const csv = accessListCsv(people, invitations, new Date(now()).toISOString())
    await recordAct(context, 'outcome', 'exportAccessList', [])
    return ok({ csv })
  },
})

const change = z.union([
  z.strictObject({ id: one.shape.id, role: z.enum(roles) }),
  z.strictObject({ id: one.shape.id, is_disabled: z.boolean() }),
])

/**
 * Changes another person's role, or disables or enables their account. It also ends their sessions
 * and withdraws the invitations that they sent.
 */
export const changePersonAccount = writeAct(task, {
  needsProof: true,
  input: change,
  run: async (given, context) => {
    const wanted = 'role' in given ? { role: given.role } : { isDisabled: given.is_disabled }
    const outcome = await changePerson(changer(context), given.id, wanted)
    if (outcome === 'changed') return ok(null)
    return outcome === 'own'
      ? fail(
          'InvalidInput',
          'You can’t change your own role or disable your own account. Ask another administrator.',
        )
      : gone()
  },
})

/** Signs a person out in every browser. The administrator's current session stays open. */
export const endPersonSessions = writeAct(task, {
  input: one,
  run: async ({ id }, context) => {
    await endSessionsOf(changer(context), id, await currentSessionToken())
    return ok(null)
  },
})

/** Removes another person's second factors and signs them out. */
export const resetPersonFactor = writeAct(task, {
  needsProof: true,
  input: one,
  run: async ({ id }, context) => {
    const outcome = await resetFactors(changer(context), id)
    if (outcome === 'reset') return ok(null)
    return outcome === 'own'
      ? fail('InvalidInput', 'Change your own second factor on your account page.')
      : fail('EntityNotFoundError', 'This account has no second factor.')
  },
})

const factorRoles = z.strictObject({ roles: z.array(z.enum(roles)).max(roles.length) })

/** Sets the roles for which a second factor is required. */
export const demandSecondFactor = writeAct(task, {
  needsProof: true,
  input: factorRoles,
  run: async (given, context) => {
    await chooseFactorRoles(
      changer(context),
      roles.filter((role) => given.roles.includes(role)),
    )
    return ok(null)
  },
})

/** Chooses the organization's time zone. */
export const setTimeZone = writeAct(task, {
  input: z.strictObject({ time_zone: timeZoneName }),
  run: async ({ time_zone }, context) => {
    await chooseTimeZone(changer(context), time_zone)
    return ok(null)
  },
})

/** Resets a person's count of wrong passwords, so that they can try again at once. */
export const unlockPersonAccount = writeAct(task, {
  input: one,
  run: async ({ id }, context) => ((await unlockPerson(changer(context), id)) ? ok(null) : gone()),
})

/**
 * Removes an account's link to the identity provider and signs its person out. Another person of
 * the identity provider can then use the account.
 */
export const unlinkPersonSignOn = writeAct(task, {
  needsProof: true,
  input: one,
  run: async ({ id }, context) =>
    (await unlinkSingleSignOn(changer(context), id)) ? ok(null) : gone(),
})

function refusedAddresses(message: string) {
  return fail('InvalidInput', message, { issues: [{ path: 'addresses', message }] })
}

function gone() {
  return fail('EntityNotFoundError', 'This account has changed. Reload the page.')
}

function changer({ account, connection }: ActionContext): Changer {
  return { accountId: account.id, connectionId: connection.id }
}
