import { inArray } from 'drizzle-orm'
import type { SchemaInstance } from '#lib/contract/charge-capture-data/schema-instances.ts'
import type { CustomSchema } from '#lib/contract/custom-schemas.ts'
import type { ErrorContent } from '#lib/contract/errors.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { customSchemas } from '#lib/sandbox/db/schema.ts'
import { notFound, refuse } from '#lib/sandbox/http/refusal.ts'

type Problem = ErrorContent<'SchemaInstanceValidationHttpFailure'>['errors'][number]

/** The id of a metadata schema of another organisation. ASSUMED: foreign-metadata-schema */
export const foreignSchemaId = '00000000-0000-4000-8000-00000000f0e1'

type MaybeInstance = {
  schema_id?: string | null | undefined
  content?: Record<string, unknown> | null | undefined
}

/**
 * Checks metadata and the schema instances in a capture's data against their schemas. Throws 422
 * SchemaInstanceValidationHttpFailure with all problems. An instance without a schema id is
 * incomplete and is not checked, because any part of a capture's data may be incomplete. ASSUMED:
 * schema-instances-checked
 */
export async function checkSchemaInstances(
  tx: Db,
  given: readonly MaybeInstance[] | null | undefined,
): Promise<void> {
  const instances = (given ?? []).flatMap(({ schema_id, content }) =>
    schema_id ? [{ schema_id, content: content ?? {} }] : [],
  )
  if (instances.length === 0) return
  const ids = instances.map((instance) => instance.schema_id)
  const rows = await tx.select().from(customSchemas).where(inArray(customSchemas.id, ids))
  const schemas = new Map(rows.map((row) => [row.id, JSON.parse(row.body) as CustomSchema]))
  const repeated = new Set(ids.filter((id, i) => ids.indexOf(id) !== i))
  const problems: Problem[] = [...repeated].map((schema_id) => ({
    type: 'multiple_instances_for_schema',
    schema_id,
  }))
  for (const instance of instances)
    problems.push(...instanceProblems(instance, schemas.get(instance.schema_id)))
  if (problems.length > 0) throw refuse('SchemaInstanceValidationHttpFailure', { errors: problems })
}

function instanceProblems(
  { schema_id, content }: SchemaInstance,
  schema: CustomSchema | undefined,
): Problem[] {
  if (schema_id === foreignSchemaId) return [{ type: 'schema_unauthorized_access', schema_id }]
  if (!schema) return [{ type: 'schema_does_not_exist', schema_id }]
  return Object.entries(content).flatMap(([key, value]): Problem[] => {
    const field = schema.fields.find((each) => each.key === key)
    if (!field) return [{ type: 'key_does_not_exist', schema_id, key }]
    if (hasType(value, field.type)) return []
    return [
      {
        type: 'value_does_not_match_key_type',
        schema_id,
        key,
        expected_value_type: field.type,
        value,
      },
    ]
  })
}

// Null is valid for every type: the key has no value yet.
function hasType(value: unknown, type: string): boolean {
  if (value === null) return true
  if (type === 'BOOLEAN') return typeof value === 'boolean'
  if (type === 'INTEGER') return Number.isInteger(value)
  if (type === 'DOUBLE') return typeof value === 'number'
  return typeof value === 'string'
}

/** The id of an attachment that was never uploaded. ASSUMED: missing-attachment */
export const missingAttachmentId = '00000000-0000-4000-8000-00000000f0e3'

/**
 * 404 for an attachment that does not exist: attachments must be uploaded before a capture names
 * them.
 */
export function checkAttachments(ids: readonly string[] | null | undefined): void {
  if (ids?.includes(missingAttachmentId)) throw notFound(missingAttachmentId)
}
