import { encounter } from '#lib/contract/encounters/encounters.ts'
import { toShape } from '#lib/rules/edit/contract-shape.ts'
import type { FieldShape, ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { encounterCreateFromPreEncounter } from '#lib/contract/encounters/create-from-pre-encounter.ts'

let made: ObjectShape | undefined

/**
 * The shape of an encounter for reading. Choices have no values, because a page that only reads
 * needs none.
 */
export function encounterShape(): ObjectShape {
  made ??= withoutValues(toShape(encounter)) as ObjectShape
  return made
}

function withoutValues(shape: FieldShape): FieldShape {
  if (shape.kind === 'choice') return { ...shape, values: [] }
  if (shape.kind === 'list') return { ...shape, item: withoutValues(shape.item) }
  if (shape.kind !== 'object') return shape
  return {
    ...shape,
    members: Object.fromEntries(
      Object.entries(shape.members).map(([name, member]) => [name, withoutValues(member)]),
    ),
  }
}

let madeNew: ObjectShape | undefined

/** The shape of the request that creates an encounter from pre-encounter records. */
export function newEncounterShape(): ObjectShape {
  madeNew ??= toShape(encounterCreateFromPreEncounter) as ObjectShape
  return madeNew
}
