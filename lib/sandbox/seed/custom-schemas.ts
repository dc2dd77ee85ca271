import type { Random } from './random.ts'

/**
 * The organisation's metadata schemas, with every type of key. Their ids are fixed, so that
 * examples can name them.
 */
export const customSchemas = [
  {
    id: '6f1a52c8-54c1-4a5e-9d0b-7a3c1f0e2b01',
    name: 'Visit facts',
    description: 'What the EHR knows of a visit that no claim carries.',
    fields: [
      { key: 'room', type: 'STRING' },
      { key: 'minutes_with_provider', type: 'INTEGER' },
      { key: 'interpreter_used', type: 'BOOLEAN' },
      { key: 'severity_score', type: 'DOUBLE' },
    ],
  },
  {
    id: '6f1a52c8-54c1-4a5e-9d0b-7a3c1f0e2b02',
    name: 'Coding review',
    description: 'How the charge was coded.',
    fields: [
      { key: 'coder', type: 'STRING' },
      { key: 'confidence', type: 'DOUBLE' },
      { key: 'second_review', type: 'BOOLEAN' },
    ],
  },
  {
    id: '6f1a52c8-54c1-4a5e-9d0b-7a3c1f0e2b03',
    name: 'Study enrollment',
    description: null,
    fields: [
      { key: 'study', type: 'STRING' },
      { key: 'visit_number', type: 'INTEGER' },
    ],
  },
]

/** A valid instance of one of the schemas. */
export function makeSchemaInstance(random: Random) {
  const schema = random.pick(customSchemas)
  const content: Record<string, boolean | number | string> = {}
  for (const { key, type } of schema.fields) {
    if (type === 'BOOLEAN') content[key] = random.chance(0.3)
    else if (type === 'INTEGER') content[key] = random.int(1, 60)
    else if (type === 'DOUBLE') content[key] = random.int(0, 100) / 100
    else
      content[key] = key === 'study' ? `STUDY-${random.int(1, 9)}` : `${key}-${random.int(1, 40)}`
  }
  return { schema_id: schema.id, content }
}
