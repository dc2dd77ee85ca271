import { z } from 'zod'
import { uuid } from '#lib/contract/fields.ts'

// Key-value metadata that adheres to a custom schema.

export const partialSchemaInstance = z.looseObject({
  schema_id: uuid().nullish(),
  content: z.record(z.string(), z.unknown()).nullish(),
})

export const schemaInstance = z.looseObject({
  schema_id: uuid(),
  content: z.record(z.string(), z.unknown()),
})
export type SchemaInstance = z.infer<typeof schemaInstance>
