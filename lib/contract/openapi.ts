import { z } from 'zod'
import { chargeCaptureData } from './charge-capture-data/charge-capture-data.ts'
import { chargeCapture, chargeCaptureError } from './charge-captures.ts'
import { claimCreation } from './claim-creations.ts'
import { licenseType } from './codes/license-types.ts'
import { procedureModifier } from './codes/procedure-modifiers.ts'
import { facilityCredentialingSpan, providerCredentialingSpan } from './credentialing.ts'
import { encounter } from './encounters/encounters.ts'
import { errors, type ErrorName } from './errors.ts'
import { knownValues } from './fields.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import { organizationProvider, organizationProviderV2 } from './organization-providers.ts'
import { payer } from './payers.ts'
import { preEncounterAppointment } from './pre-encounter/appointments.ts'
import { preEncounterPatient } from './pre-encounter/patients.ts'
import { organizationServiceFacility } from './service-facilities.ts'

const jsonSchemaOptions: Parameters<typeof z.toJSONSchema>[1] = {
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    const known = knownValues(zodSchema as unknown as z.ZodType)
    if (!known || jsonSchema.type !== 'string') return
    delete jsonSchema.type
    jsonSchema.anyOf = [{ enum: [...known.values, ...known.alsoSeen] }, { type: 'string' }]
  },
}

type Document = { [member: string]: unknown }

/**
 * The OpenAPI 3.1 document of the whole interface, generated from the descriptors. `serverUrl` is
 * the base address in the document. `errorsOf` lists the errors of an operation; without it they
 * are those of its descriptor.
 */
export function openApiDocument(
  serverUrl: string,
  errorsOf: (operation: Operation) => readonly ErrorName[] = (operation) => operation.errors,
): Document {
  const components = new Components()
  const paths: Record<string, Document> = {}
  for (const operation of Object.values(operations) as Operation[]) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describeOperation(
      { ...operation, errors: errorsOf(operation) },
      components,
    )
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Medical billing partner',
      version: 'v1',
      description:
        'Charge captures, claim creations, contracts, credentialing spans and encounters.',
    },
    servers: [{ url: serverUrl }],
    security: [{ BearerAuth: [] }],
    tags: [
      ...new Set((Object.values(operations) as Operation[]).map((operation) => operation.tag)),
    ].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: { BearerAuth: { type: 'http', scheme: 'bearer' } },
      schemas: components.schemas(),
    },
  }
}

// Schemas that many operations share are written once under their own names; others are named after
// their operation.
const shared: Record<string, z.ZodType> = {
  ChargeCaptureData: chargeCaptureData,
  ChargeCapture: chargeCapture,
  ChargeCaptureError: chargeCaptureError,
  ClaimCreation: claimCreation,
  Encounter: encounter,
  LicenseType: licenseType,
  OrganizationProvider: organizationProvider,
  OrganizationProviderV2: organizationProviderV2,
  OrganizationServiceFacility: organizationServiceFacility,
  Payer: payer,
  ProcedureModifier: procedureModifier,
  ProviderCredentialingSpan: providerCredentialingSpan,
  FacilityCredentialingSpan: facilityCredentialingSpan,
  PreEncounterPatient: preEncounterPatient,
  PreEncounterAppointment: preEncounterAppointment,
}

/** Collects the schemas of the operations, each written once. */
class Components {
  private registry = z.registry<{ id: string }>()

  constructor() {
    for (const [id, schema] of Object.entries(shared)) this.registry.add(schema, { id })
  }

  /** Returns a reference to a schema, under `name` unless it already has one. */
  refer(name: string, schema: z.ZodType): Document {
    const id = this.registry.get(schema)?.id ?? name
    if (!this.registry.has(schema)) this.registry.add(schema, { id })
    return { $ref: componentPath(id) }
  }

  /** All schemas by name, with references to each other. */
  schemas(): Record<string, unknown> {
    const { schemas } = z.toJSONSchema(this.registry, { ...jsonSchemaOptions, uri: componentPath })
    return Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]),
    )
  }
}

const componentPath = (id: string) => `#/components/schemas/${id}`

function describeOperation(operation: Operation, components: Components): Document {
  const name = operation.id[0]!.toUpperCase() + operation.id.slice(1)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [
      operation.notes,
      operation.source === 'companion' && 'Optional: a key may not be allowed to call this.',
    ]
      .filter(Boolean)
      .join(' '),
    ...(operation.id === 'createToken' ? { security: [] } : {}),
    parameters: [...parameters(operation.params, 'path'), ...parameters(operation.query, 'query')],
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: json(components.refer(`${name}Body`, operation.body)),
          },
        }
      : {}),
    responses: responses(operation, name, components),
  }
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Document[] {
  return Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>).map(
    ([name, inner]) => ({
      name,
      in: place,
      required: place === 'path',
      // Arrays are sent as repeated keys: `form` with `explode`.
      ...(place === 'query' ? { style: 'form', explode: true } : {}),
      schema: toJsonSchema(inner),
    }),
  )
}

function responses(operation: Operation, name: string, components: Components): Document {
  const success = operation.ok
    ? {
        200: {
          description: 'Done.',
          content: json(components.refer(`${name}Answer`, operation.ok)),
        },
      }
    : { 204: { description: 'Done, without a body.' } }
  const byStatus = Map.groupBy(operation.errors, (error) => errors[error].status)
  const refusals = [...byStatus].map(([status, names]) => {
    const forms = names.map((error) => components.refer(error, envelopes[error]))
    return [
      status,
      {
        description: names.join(', '),
        content: json(forms.length === 1 ? forms[0]! : { anyOf: forms }),
      },
    ]
  })
  const unauthenticated = { 401: { description: 'The bearer key is missing or not valid.' } }
  return { ...success, ...unauthenticated, ...Object.fromEntries(refusals) }
}

const envelopes = Object.fromEntries(
  Object.entries(errors).map(([name, { content }]): [string, z.ZodType] => [
    name,
    z.looseObject({ errorName: z.literal(name), content }),
  ]),
) as Record<ErrorName, z.ZodType>

function json(schema: Document): Document {
  return { 'application/json': { schema } }
}

function toJsonSchema(schema: z.ZodType): unknown {
  return withoutDialect(z.toJSONSchema(schema, jsonSchemaOptions))
}

// OpenAPI 3.1 fixes the dialect and identifies schemas by path, so both members are redundant.
function withoutDialect({ $schema: _dialect, $id: _id, ...schema }: Document): Document {
  return schema
}
