import { z } from 'zod'

// Key-value metadata that adheres to a custom schema.

export const partialSchemaInstance = z.looseObject({
  schema_id: z.string().nullish(),
  content: z.record(z.string(), z.unknown()).nullish(),
})

export const schemaInstance = z.looseObject({
  schema_id: z.string(),
  content: z.record(z.string(), z.unknown()),
})
export type SchemaInstance = z.infer<typeof schemaInstance>
