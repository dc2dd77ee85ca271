import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { formatCents, mostCents } from '#lib/core/money.ts'
import type { Issue } from '#lib/core/result.ts'

type Members = Record<string, unknown>

const notText = 'contains a character that cannot be stored'

/**
 * Finds issues of a body that its schema cannot express. It also runs on bodies that the schema
 * refuses, so that one answer names all issues.
 */
type Rule = (body: Members) => Issue[]

const notEmpty =
  (...members: string[]): Rule =>
  (body) =>
    members
      .filter((member) => typeof body[member] === 'string' && body[member].trim() === '')
      .map((path) => ({ path, message: 'must not be empty' }))

// PostgreSQL text cannot hold NUL: this checks the texts and text arrays of the header.
const storableTexts: Rule = (body) =>
  Object.entries(body)
    .flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((item: unknown, i) => [`${name}.${i}`, item] as const)
        : [[name, value] as const],
    )
    .filter(([, value]) => typeof value === 'string' && value.includes('\u0000'))
    .map(([path]) => ({ path, message: notText }))

// Metadata is searched as jsonb, which cannot hold NUL or half a surrogate pair.
const storableMetadata: Rule = ({ metadata }) => {
  const escapes = (JSON.stringify(metadata) ?? '').replaceAll('\\\\', '')
  return /\\u(0000|d[89a-f])/i.test(escapes) ? [{ path: 'metadata', message: notText }] : []
}

const storableControlNumber: Rule = ({ external_claim_submission: submission }) => {
  const number = membersOf(submission).patient_control_number
  return typeof number === 'string' && number.includes('\u0000')
    ? [{ path: 'external_claim_submission.patient_control_number', message: notText }]
    : []
}

const filledByRecords = (members: Members, prefix = ''): Issue[] =>
  preEncounterFilledMembers
    .filter((member) => members[member] !== undefined && members[member] !== null)
    .map((member) => ({
      path: `${prefix}${member}`,
      message: 'must not be set: the pre-encounter records fill it',
    }))

// ASSUMED: claim-money-maximum
const chargesOfClaim: Rule = ({ service_lines: lines }) =>
  (Array.isArray(lines) ? lines : []).flatMap((line: unknown, i) => {
    const cents = membersOf(line).charge_amount_cents
    return typeof cents === 'number' && cents > mostCents
      ? [
          {
            path: `service_lines.${i}.charge_amount_cents`,
            message: `is more than a claim can hold: at most ${formatCents(mostCents)}`,
          },
        ]
      : []
  })

// ASSUMED: required-text-not-empty, encounter-filled-members
const rules: Record<string, readonly Rule[]> = {
  createChargeCapture: [
    storableTexts,
    notEmpty('charge_external_id', 'patient_external_id'),
    storableMetadata,
  ],
  updateChargeCapture: [
    storableTexts,
    notEmpty('charge_external_id', 'patient_external_id'),
    storableMetadata,
  ],
  createChargeCaptureFromPreEncounter: [
    storableTexts,
    notEmpty('charge_external_id'),
    (body) => filledByRecords(membersOf(body.data), 'data.'),
  ],
  findChargeCapturesByMetadata: [storableMetadata],
  createEncounterFromPreEncounter: [
    storableTexts,
    notEmpty('external_id'),
    storableControlNumber,
    chargesOfClaim,
    (body) => filledByRecords(body),
  ],
}

/** The issues that an operation's rules find in a body, one for each member. */
export function bodyIssues(operationId: string, body: unknown): Issue[] {
  return (rules[operationId] ?? []).flatMap((rule) => rule(membersOf(body)))
}

/**
 * Members of an encounter that are valid alone but contradict other members: an end date before the
 * date of service, and lines that point at no diagnosis. ASSUMED: encounter-single-field
 */
export function contradictions(operationId: string, body: unknown): Issue[] {
  if (operationId !== 'createEncounterFromPreEncounter') return []
  const {
    date_of_service: start,
    end_date_of_service: end,
    service_lines: lines,
    diagnoses,
  } = membersOf(body)
  const count = Array.isArray(diagnoses) ? diagnoses.length : 0
  return [
    ...(typeof start === 'string' && typeof end === 'string' && end < start
      ? [{ path: 'end_date_of_service', message: 'is before the date of service' }]
      : []),
    ...(Array.isArray(lines) ? lines : []).flatMap((line: unknown, i) =>
      pointerIssue(line, i, count),
    ),
  ]
}

function pointerIssue(line: unknown, i: number, diagnoses: number): Issue[] {
  const pointers = membersOf(line).diagnosis_pointers
  if (!Array.isArray(pointers)) return []
  const path = `service_lines.${i}.diagnosis_pointers`
  if (pointers.length === 0) return [{ path, message: 'must name at least one diagnosis' }]
  const beyond: unknown = pointers.find(
    (pointer) =>
      !Number.isInteger(pointer) || (pointer as number) < 0 || (pointer as number) >= diagnoses,
  )
  if (beyond === undefined) return []
  return [
    { path, message: `${String(beyond)} is not the index of a diagnosis: there are ${diagnoses}` },
  ]
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : {}
}
