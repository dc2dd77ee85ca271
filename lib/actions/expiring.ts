'use server'

import { z } from 'zod'
import { readAct, writeAct } from './act.ts'
import { endKinds, endWindows, type EndKind, type EndWindow } from '#lib/rules/coverage/expiring.ts'
import {
  mark,
  readExpiring,
  readMarks,
  readStanding,
  startCheck,
  stopCheck,
} from './expiring/verbs.ts'
import { day, id } from './inputs.ts'

// Contracts and spans that end. Their amounts name no patient.

const window = z.enum(Object.keys(endWindows) as EndWindow[])

/** How the newest check goes. It does not count as work. */
export const readExpiringStanding = readAct('readExpiring', {
  input: z.strictObject({}),
  run: readStanding,
  isWork: false,
})

/** What a finished check found of one window. */
export const readWhatExpires = readAct('readExpiring', {
  input: z.strictObject({ id, window }),
  run: readExpiring,
})

/** Looks anew what ends, unless that is under way. */
export const startExpiringCheck = writeAct('checkExpiring', {
  input: z.strictObject({}),
  run: startCheck,
})

/** Asks the check to stop. */
export const cancelExpiringCheck = writeAct('checkExpiring', {
  input: z.strictObject({ id }),
  run: stopCheck,
})

/** Who renews what, and what was sent. It does not count as work. */
export const readEndingMarks = readAct('readExpiring', {
  input: z.strictObject({}),
  run: readMarks,
  isWork: false,
})

const renewal = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('sent'), on: day }),
  z.strictObject({ state: z.literal('not-needed') }),
])

/** Assigns a row or marks its renewal. */
export const markExpiring = writeAct('markExpiring', {
  input: z.strictObject({
    kind: z.enum(Object.keys(endKinds) as EndKind[]),
    id,
    ends: day,
    change: z.strictObject({
      owner_id: z.string().min(1).max(100).nullable().optional(),
      renewal: renewal.nullable().optional(),
    }),
  }),
  run: mark,
})
