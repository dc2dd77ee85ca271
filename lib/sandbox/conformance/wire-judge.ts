import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import type { z } from 'zod'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { procedureModifier } from '#lib/contract/codes/procedure-modifiers.ts'
import { knownValues } from '#lib/contract/fields.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { operations } from '#lib/contract/operations.ts'
import { answerFacts, wireFacts } from '#lib/contract/testdata/wire-facts.ts'
import type { MadeAnswer } from '#lib/sandbox/http/watch-answers.ts'
import { allowedRefusals, pathRefusals } from './allowed-refusals.ts'

// Codes in use that the facts do not list. The demo data has some on purpose, because clients must
// accept them. ASSUMED: codes-in-use
const withCodesInUse = (name: 'FacilityTypeCode' | 'ProcedureModifier', codes: z.ZodType) => ({
  [name]: { enum: [...(wireFacts.$defs[name]!.enum ?? []), ...knownValues(codes)!.alsoSeen] },
})
const text = { type: 'string' }
const token = { type: ['string', 'null'] }
const pageOf = (items: object, more: object = {}) => ({
  type: 'object',
  properties: {
    items: { type: 'array', items },
    prev_page_token: token,
    next_page_token: token,
    ...more,
  },
  required: ['items', ...Object.keys(more)],
})
const record = { type: ['object', 'null'] }
const fact = (name: string) => ({ $ref: `#/$defs/${name}` })

// Answers whose parts are in the facts but not their outer shape. The outer shape comes from the
// published client's types.
const pieced: Record<string, object> = {
  createToken: {
    type: 'object',
    properties: { access_token: text, expires_in: { type: 'number' }, token_type: text },
    required: ['access_token', 'expires_in', 'token_type'],
  },
  resolveClaimCreationError: fact('chargeCapture.v1.ChargeCaptureError'),
  resolveChargeCaptureChanges: {
    type: 'array',
    items: fact('chargeCapture.v1.ChargeCapturePostBilledChange'),
  },
  listPayers: pageOf(fact('payers.v3.Payer')),
  listPatients: pageOf(
    {
      type: 'object',
      required: ['patient', 'alternative_mrns'],
      properties: {
        patient: fact('preEncounter.patients.v1.Patient'),
        primary_coverage: record,
        secondary_coverage: record,
        tertiary_coverage: record,
        next_appointment: record,
        primary_mrn: token,
        alternative_mrns: { type: 'array', items: text },
      },
    },
    { total: { type: 'number' } },
  ),
  listAppointments: pageOf(
    {
      type: 'object',
      required: ['appointment', 'patient'],
      properties: {
        appointment: fact('preEncounter.appointments.v1.Appointment'),
        patient: { type: 'object' },
        primary_coverage: record,
        secondary_coverage: record,
        primary_service_type: record,
      },
    },
    { total: { type: 'number' } },
  ),
}
// The shape of refusals that are not in the facts: like all listed refusals with a text.
const plainRefusal = {
  type: 'object',
  properties: {
    errorName: text,
    content: { type: 'object', properties: { message: text }, required: ['message'] },
  },
  required: ['errorName', 'content'],
}

const facts = {
  ...wireFacts,
  $defs: {
    ...wireFacts.$defs,
    ...withCodesInUse('FacilityTypeCode', placeOfServiceCode),
    ...withCodesInUse('ProcedureModifier', procedureModifier),
  },
  pieced,
  plainRefusal,
}
const withFacts = (options: object) =>
  new Ajv2020({ strict: false, allowUnionTypes: true, ...options }).addSchema(facts, 'wire')
// The first validator is fast and only says if an answer is valid. The second lists all errors.
const fits = withFacts({})
const explains = withFacts({ allErrors: true })

// Paths with fewer placeholders are tried first: /changes before /{charge_capture_id}.
const routes = (Object.values(operations) as Operation[])
  .map((operation) => ({
    operation,
    path: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    shape: answerShape(operation),
    refusals: allowedRefusals(operation),
  }))
  .toSorted((a, b) => holes(a.operation) - holes(b.operation))

/**
 * The faults of an answer of the sandbox, each with operation and path: a success that does not
 * match the facts of the wire, a refusal that the operation may not give, a refusal with a wrong
 * status or shape, and any internal error. Empty for a valid answer.
 */
export function judgeAnswer({ method, path, status, body }: MadeAnswer): string[] {
  const route = routes.find((each) => each.operation.method === method && each.path.test(path))
  const at = `${route?.operation.id ?? 'no operation'} (${method} ${path}) ${status}`
  if (status >= 500) return [`${at}: ${body.slice(0, 300)}`]
  if (status >= 400)
    return refusalFaults(route?.refusals ?? pathRefusals, status, body).map(
      (fault) => `${at}: ${fault}`,
    )
  if (!route) return [`${at}: a success of no operation`]
  if (route.operation.ok === null)
    return status === 204 && body === '' ? [] : [`${at}: should be 204 without a body`]
  return status === 200
    ? shapeFaults(route.shape, body).map((fault) => `${at}: ${fault}`)
    : [`${at}: should be 200`]
}

function refusalFaults(
  allowed: ReadonlyMap<string, number>,
  status: number,
  body: string,
): string[] {
  const { errorName } = readJson(body) as { errorName?: string }
  if (allowed.get(String(errorName)) !== status)
    return [`${errorName} may not be answered here with this status`]
  const name = Object.keys(wireFacts.$defs).find((each) => each.endsWith(`.Error.${errorName}`))
  return shapeFaults(name ? `/$defs/${name}` : '/plainRefusal', body)
}

function shapeFaults(shape: string, body: string): string[] {
  const value = readJson(body)
  if (validatorOf(fits, shape)(value)) return []
  const validate = validatorOf(explains, shape)
  validate(value)
  // "Must be null" and "no schema of anyOf" only repeat the other error at the same place.
  const all = validate.errors ?? []
  const telling = all.filter(
    ({ keyword, message }) => keyword !== 'anyOf' && message !== 'must be null',
  )
  const places = (telling.length > 0 ? telling : all).map(
    ({ instancePath, message, params }) =>
      `${shape}${instancePath.replaceAll(/\/\d+/g, '/*')} ${message} ${JSON.stringify(params)}`,
  )
  return [...new Set(places)]
}

function validatorOf(ajv: Ajv2020, shape: string): ValidateFunction {
  const validate = ajv.getSchema(`wire#${shape}`)
  if (!validate) throw new Error(`the facts of the wire have no shape ${shape}`)
  return validate
}

// Operations with the same answer share one schema.
function answerShape({ id, ok }: Operation): string {
  if (Object.hasOwn(pieced, id)) return `/pieced/${id}`
  const name = Object.entries(answerFacts).find(
    ([, answeredBy]) => (operations[answeredBy] as Operation).ok === ok,
  )?.[0]
  if (ok && !name) throw new Error(`the facts of the wire have no shape for the answer of ${id}`)
  return `/wire/${name}`
}

/** The parsed JSON, or an empty object, which matches no shape, for text that is not JSON. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

function holes(operation: Operation): number {
  return operation.path.split('{').length
}
