import { z } from 'zod'
import { metadataType } from './custom-schemas.ts'

// The partner's errors: `{errorName, content}` with an HTTP status. Readers switch on the name,
// never on the status, because 422 means both invalid input and a business refusal.

const messageContent = z.looseObject({ message: z.string().nullish() })

export const requestValidationError = z.looseObject({
  // camelCase on the wire, unlike all other names.
  fieldName: z.string(),
  humanReadableMessage: z.string().nullish(),
})

const instanceProblem = { schema_id: z.string() }

/** Why a metadata instance does not fit its schema. */
export const schemaInstanceValidationError = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('multiple_instances_for_schema'), ...instanceProblem }),
  z.looseObject({
    type: z.literal('value_does_not_match_key_type'),
    ...instanceProblem,
    key: z.string(),
    expected_value_type: metadataType,
    value: z.unknown().optional(),
  }),
  z.looseObject({ type: z.literal('key_does_not_exist'), ...instanceProblem, key: z.string() }),
  z.looseObject({ type: z.literal('schema_does_not_exist'), ...instanceProblem }),
  z.looseObject({ type: z.literal('schema_unauthorized_access'), ...instanceProblem }),
])

/** Every error name with its HTTP status and the shape of its content. */
export const errors = {
  UnauthorizedError: { status: 403, content: messageContent },
  EntityNotFoundError: { status: 404, content: z.looseObject({ id: z.string() }) },
  ChargeExternalIdConflictError: { status: 409, content: messageContent },
  HttpRequestValidationsError: { status: 422, content: z.array(requestValidationError) },
  HttpRequestValidationError: { status: 422, content: requestValidationError },
  SchemaInstanceValidationHttpFailure: {
    status: 422,
    content: z.looseObject({ errors: z.array(schemaInstanceValidationError) }),
  },
  UnprocessableEntityError: { status: 422, content: messageContent },
  ContractIsLinkedToFeeScheduleHttpError: {
    status: 422,
    content: z.looseObject({ message: z.string() }),
  },
  ContractInvalidExpirationDateHttpError: {
    status: 422,
    content: z.looseObject({ message: z.string() }),
  },
  EncounterExternalIdUniquenessError: {
    status: 422,
    content: z.looseObject({ external_id: z.string().nullish() }),
  },
  EncounterPatientControlNumberUniquenessError: {
    status: 422,
    content: z.looseObject({ patient_control_number: z.string() }),
  },
  PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError: {
    status: 422,
    content: z.looseObject({
      payer_plan_group_payer_uuid: z.string(),
      insurance_card_payer_uuid: z.string().nullish(),
    }),
  },
  InternalError: { status: 500, content: messageContent },
} as const

export type ErrorName = keyof typeof errors

/** The content of one error, as its schema parses it. */
export type ErrorContent<N extends ErrorName> = z.infer<(typeof errors)[N]['content']>

/** Any error, with a known or unknown name. */
export const errorEnvelope = z.looseObject({ errorName: z.string(), content: z.unknown() })
