import { z } from 'zod'
import { knownValues } from '#lib/contract/fields.ts'
import { updateChargeCaptureBody } from '#lib/contract/charge-captures.ts'
import type { FieldShape, ObjectShape } from './field-shape.ts'

/**
 * Converts a contract schema to plain data (names, kinds, known values) without the schema library.
 */
export function toShape(schema: z.ZodType): FieldShape {
  const inner = withoutWrappers(schema)
  if (inner instanceof z.ZodObject) {
    const members: ObjectShape['members'] = {}
    for (const [name, member] of Object.entries(inner.shape))
      members[name] = toShape(member as z.ZodType)
    return { kind: 'object', members }
  }
  if (inner instanceof z.ZodArray)
    return { kind: 'list', item: toShape(inner.element as z.ZodType) }
  return toLeaf(inner)
}

let made: ObjectShape | undefined

/**
 * The shape of the body that updates a charge capture: its header fields, and the ChargeCaptureData
 * as `data`.
 */
export function captureShape(): ObjectShape {
  made ??= toShape(updateChargeCaptureBody) as ObjectShape
  return made
}

function toLeaf(schema: z.ZodType): FieldShape {
  const known = knownValues(schema)
  if (known) return { kind: 'choice', values: [...known.values, ...known.alsoSeen] }
  const meta = schema.meta()
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean' }
  if (schema instanceof z.ZodNumber) return { kind: meta?.unit === 'cents' ? 'cents' : 'number' }
  if (schema instanceof z.ZodRecord) return { kind: 'any', holds: 'object' }
  if (!(schema instanceof z.ZodString)) return { kind: 'any' }
  if (meta?.format === 'date') return { kind: 'date' }
  return { kind: meta?.format === 'date-time' ? 'timestamp' : 'text' }
}

function withoutWrappers(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault
  )
    inner = inner.unwrap() as z.ZodType
  return inner
}
