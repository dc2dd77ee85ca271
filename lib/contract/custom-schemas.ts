import { z } from 'zod'
import { openEnum } from './fields.ts'

// Metadata schemas: the keys and value types of a SchemaInstance.

export const metadataType = openEnum(['BOOLEAN', 'DOUBLE', 'INTEGER', 'STRING'])

export const customSchemaField = z.looseObject({
  key: z.string(),
  type: metadataType,
})

export const customSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  fields: z.array(customSchemaField),
})
export type CustomSchema = z.infer<typeof customSchema>

export const customSchemaList = z.looseObject({
  schemas: z.array(customSchema),
})
