import { choiceLabel, fieldLabel } from '#lib/contract/field-labels.ts'
import { isLeaf, shapeAt, type FieldShape, type ObjectShape } from '#lib/rules/edit/field-shape.ts'

/**
 * A field or a list that a bulk change can name: its wire path with `*` for every row, and its name
 * in words.
 */
export type FieldChoice = { path: string; label: string; shape: FieldShape }

// What is put right most often, and so is offered first.
const usual = [
  'status',
  'data.rendering_provider.npi',
  'data.place_of_service_code',
  'data.prior_authorization_number',
  'data.service_lines.*.procedure_code',
  'data.service_lines.*.modifiers',
  'data.service_lines.*.units',
  'data.subscriber_primary.insurance_card.payer_id',
]

/**
 * Every field of a capture that one control edits: the usual ones, then the others in the
 * contract's order.
 */
export function fieldChoices(shape: ObjectShape): FieldChoice[] {
  const found: FieldChoice[] = []
  collect(shape, '', (choice) => isLeaf(choice.shape) && found.push(choice))
  const rank = ({ path }: FieldChoice) =>
    (usual.indexOf(path) + usual.length + 1) % (usual.length + 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** Every list of rows of a capture. */
export function listChoices(shape: ObjectShape): FieldChoice[] {
  const found: FieldChoice[] = []
  collect(shape, '', (choice) => choice.shape.kind === 'list' && found.push(choice))
  return found.filter(({ path }) => !path.includes('*'))
}

/**
 * The members of a list's rows that one control edits; '' is the row itself where rows are plain
 * values.
 */
export function rowMembers(list: FieldShape | undefined): FieldChoice[] {
  if (list?.kind !== 'list') return []
  if (list.item.kind !== 'object') return [{ path: '', label: 'Value', shape: list.item }]
  return Object.entries(list.item.members)
    .filter(([, member]) => isLeaf(member))
    .map(([name, member]) => ({ path: name, label: fieldLabel(name), shape: member }))
}

/** The shape at a path with `*` for rows. */
export function choiceAt(shape: ObjectShape, path: string): FieldShape | undefined {
  return shapeAt(shape, path.replaceAll('*', '0'))
}

function collect(shape: FieldShape, path: string, take: (choice: FieldChoice) => unknown): void {
  if (path !== '') take({ path, label: choiceLabel(path), shape })
  if (shape.kind === 'object')
    for (const [name, member] of Object.entries(shape.members))
      collect(member, join(path, name), take)
  else if (shape.kind === 'list' && shape.item.kind === 'object') {
    for (const [name, member] of Object.entries(shape.item.members))
      collect(member, `${path}.*.${name}`, take)
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
