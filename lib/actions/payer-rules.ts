'use server'

import { z } from 'zod'
import { isEmpty, mostDays } from '#lib/rules/filing/rulebook.ts'
import { mostRules } from '#lib/rules/filing/rule-file.ts'
import { readAct, writeAct } from './act.ts'
import { readBook, rulesFor, saveRules } from './payer-rules/verbs.ts'

// The payer rulebook: the team's limits for filing claims. It has no patient data.

const name = z.string().min(1).max(200)
const days = z.int().min(1).max(mostDays)
const limit = z.union([days, z.literal('calendar-year')]).optional()

const rule = z
  .strictObject({
    // '' is every payer without limits of its own.
    payer_id: z.string().max(200),
    payer: name,
    limits: z.strictObject({
      original: limit,
      corrected: limit,
      appeal: limit,
      secondary: days.optional(),
      corrected_from: z.enum(['service', 'remittance']).optional(),
    }),
    source: z.string().trim().max(200),
  })
  .refine(({ limits, source }) => isEmpty(limits) || source !== '', {
    path: ['source'],
    message: 'Enter where the limits come from.',
  })

const payer = z.strictObject({
  payer_id: name.optional(),
  payer: name.optional(),
  plan_type: z.string().max(20).optional(),
})

/** The whole rulebook, with what its limits make of the queue. */
export const readPayerRules = readAct('readQueue', { input: z.strictObject({}), run: readBook })

/**
 * The entered limits of the payers of one claim. A form asks for them, so it does not count as
 * work.
 */
export const readFilingRules = readAct('readQueue', {
  input: z.strictObject({ payers: z.array(payer).max(3) }),
  run: rulesFor,
  isWork: false,
})

/**
 * Stores limits of payers, all or none; empty limits end those of their payer. Payers that are not
 * named keep theirs.
 */
export const saveFilingLimits = writeAct('saveFilingLimits', {
  input: z.strictObject({
    rules: z
      .array(rule)
      .min(1)
      .max(mostRules)
      .refine(
        (given) => new Set(given.map(({ payer_id }) => payer_id)).size === given.length,
        'A payer has its limits once.',
      ),
  }),
  run: saveRules,
})
