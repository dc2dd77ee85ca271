'use server'

import { z } from 'zod'
import { findIcd10 } from '#lib/console/code-lists.ts'
import { findInLists } from '#lib/console/placed-lists.ts'
import { ok } from '#lib/core/result.ts'
import { longestListFile, longestPart } from '#lib/rules/codes/list-files.ts'
import { mostAskedRows } from '#lib/rules/queue/proposals.ts'
import type { YearCode } from '#lib/rules/scrub/icd10-lists.ts'
import { mostAsked } from '#lib/rules/scrub/placed-lists.ts'
import { id } from './inputs.ts'
import { readAct, writeAct } from './act.ts'
import { placeUpload, readLists, takePart } from './catalogue/code-sets.ts'
import { readCatalogue } from './catalogue/read-checks.ts'
import { findSameDay } from './charge-captures/same-day-captures.ts'
import { proposeForCapture, proposeForCaptures } from './finding/propose.ts'

// Facts for the checks of one capture that are not in the capture. The page asks for them, so they
// do not count as a person's work.

const codes = z.strictObject({
  codes: z
    .array(
      z.strictObject({
        fiscal_year: z.number().int().min(2000).max(2100),
        code: z.string().min(3).max(7),
      }),
    )
    .max(200),
})

async function codesIn(asked: { codes: YearCode[] }) {
  const find = await findIcd10()
  return ok(
    asked.codes.flatMap((one) => {
      const standing = find(one)
      return standing ? [{ ...one, standing }] : []
    }),
  )
}

/** What the placed yearly lists say of a few diagnosis codes; nothing of unknown years. */
export const findDiagnosisCodes = readAct('findDiagnosisCodes', {
  input: codes,
  run: codesIn,
  isWork: false,
})

const listed = z.array(z.string().min(5).max(11)).max(mostAsked)

/** What the other placed lists say of the codes of one capture. The question names no patient. */
export const findListedCodes = readAct('findDiagnosisCodes', {
  input: z.strictObject({ procedures: listed, npis: listed, drugs: listed }),
  run: async (question) => ok(await findInLists(question)),
  isWork: false,
})

/** The catalogue of checks with what each does here. It names no patient. */
export const readChecks = readAct('readChecks', {
  input: z.strictObject({}),
  run: readCatalogue,
})

/** Which code lists are loaded, and which checks need them. */
export const readCodeSets = readAct('readChecks', { input: z.strictObject({}), run: readLists })

const upload = z.string().regex(/^[0-9a-f]{32}$/)
const fileName = z.string().min(1).max(200)

/** Takes the next part of a file; `at` is how many bytes came before. */
export const sendCodeListPart = writeAct('placeCodeList', {
  input: z.strictObject({
    upload,
    at: z.number().int().min(0).max(longestListFile),
    text: z.string().min(1).max(longestPart),
  }),
  run: takePart,
})

/**
 * Starts the job that places a file that was sent in parts, whole or not at all. Its failure says
 * why the file is refused.
 */
export const placeListFile = writeAct('placeCodeList', {
  input: z.strictObject({ name: fileName, upload }),
  run: placeUpload,
})

const sameDay = z.strictObject({
  id: id.optional(),
  patient_external_id: z.string().min(1).max(500),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
})

/** The patient's other captures of those days, that of the id left out. */
export const readSameDay = readAct('listChargeCaptures', {
  input: sameDay,
  run: findSameDay,
  isWork: false,
})

// More errors than these are read once some of them are gone.
const mostFields = 100

const fieldsOfCapture = z.strictObject({
  claim_creation_id: id,
  charge_capture_id: id,
  names: z.array(z.string().min(1).max(300)).min(1).max(mostFields),
})

/**
 * What is known of fields in error, by their control names: from the partner's lists, the stored
 * capture and the other captures of its claim.
 */
export const proposeValues = readAct('listChargeCaptures', {
  input: fieldsOfCapture,
  run: proposeForCapture,
  isWork: false,
})

/** The same for the rows of a table, by the ids of their captures. */
export const proposeForRows = readAct('listChargeCaptures', {
  input: z.strictObject({ rows: z.array(fieldsOfCapture).min(1).max(mostAskedRows) }),
  run: proposeForCaptures,
  isWork: false,
})
