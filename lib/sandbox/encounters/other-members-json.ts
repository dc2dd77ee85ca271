import type { z } from 'zod'
import type { encounterCreateFromPreEncounter } from '#lib/contract/encounters/create-from-pre-encounter.ts'
import { encounterOtherMembers } from '#lib/contract/encounters/other-members.ts'
import { strictIssues } from '#lib/contract/strict-values.ts'
import { type JsonObject, toNumber } from '#lib/core/json.ts'
import { isInstitutional } from '#lib/rules/scrub/payment.ts'
import type { EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { EncounterInput, EncounterRecords } from './encounter-input.ts'
import { providerJson } from './providers-json.ts'

const memberShapes = Object.entries<z.ZodType>(encounterOtherMembers)

type Request = Partial<z.infer<typeof encounterCreateFromPreEncounter>>

/**
 * The members of an encounter that only the create request can set. A charge capture has no such
 * fields, so a bundled encounter has none of them but an attending provider.
 * ASSUMED: encounter-other-members
 */
export function otherMembersJson(
  row: EncounterRow,
  input: EncounterInput,
  records: EncounterRecords,
) {
  const sent = row.claim_creation_id === '' ? (input as Request) : {}
  const provider = (
    role: 'attending_provider' | 'operating_provider' | 'other_operating_provider',
  ) => providerJson(row.id, role, sent[role], input, records)
  return {
    // ASSUMED: encounter-attending-provider
    attending_provider:
      provider('attending_provider') ??
      (isInstitutional(input) && row.claim_creation_id !== ''
        ? providerJson(row.id, 'attending_provider', input.rendering_provider, input, records)
        : null),
    operating_provider: provider('operating_provider'),
    other_operating_provider: provider('other_operating_provider'),
    type_of_bill: typeOfBill(sent.type_of_bill),
    admission_hour: toNumber(sent.admission_hour) ?? null,
    admission_type_code: sent.admission_type_code ?? null,
    admission_source_code: sent.admission_source_code ?? null,
    discharge_hour: toNumber(sent.discharge_hour) ?? null,
    discharge_status: sent.discharge_status ?? null,
    accident_state_or_province_code: sent.accident_state_or_province_code ?? null,
    submission_expectation: sent.submission_expectation ?? expectationOf(input),
  }
}

/**
 * The input of an encounter without those of these members that do not fit the request's schema: an
 * older sandbox stored them unchecked.
 */
export function withFittingMembers(row: EncounterRow, input: JsonObject): JsonObject {
  const named =
    row.claim_creation_id === '' ? memberShapes.filter(([name]) => Object.hasOwn(input, name)) : []
  if (named.length === 0) return input
  const plain = JSON.parse(row.input) as JsonObject
  const misfits = named.filter(
    ([name, shape]) =>
      !shape.safeParse(plain[name]).success || strictIssues(shape, plain[name]).length > 0,
  )
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !misfits.some(([misfit]) => misfit === name)),
  )
}

// ASSUMED: encounter-made-values
function expectationOf(input: EncounterInput) {
  return isInstitutional(input) ? 'TARGET_INSTITUTIONAL' : 'TARGET_PROFESSIONAL'
}

// If the code was not sent, it is a zero followed by the three parts.
function typeOfBill(bill: Request['type_of_bill']) {
  if (!bill) return null
  const { type_of_facility, type_of_care, frequency_code } = bill
  return {
    code: bill.code ?? `0${type_of_facility}${type_of_care}${frequency_code}`,
    type_of_facility,
    type_of_care,
    frequency_code,
  }
}
