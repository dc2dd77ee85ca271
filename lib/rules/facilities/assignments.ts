// The providers of a contract's service facility are one list that every update replaces as a
// whole. A change is therefore stored as additions and removals, and applied to the current list,
// so other people's changes survive.

/** Provider ids to add to a list and to remove from it. No id is in both. */
export type AssignmentChange = { add: ReadonlySet<string>; remove: ReadonlySet<string> }

/** The empty change. */
export const noChange: AssignmentChange = { add: new Set(), remove: new Set() }

/** The number of ids in the change. */
export function changeSize({ add, remove }: AssignmentChange): number {
  return add.size + remove.size
}

/** True if the id is on the list after the change. */
export function isAssigned(
  assigned: ReadonlySet<string>,
  { add, remove }: AssignmentChange,
  id: string,
): boolean {
  return add.has(id) || (assigned.has(id) && !remove.has(id))
}

/**
 * Adds the ids to the change as wanted or unwanted. An id that returns to its original state leaves
 * the change.
 */
export function withIds(
  assigned: ReadonlySet<string>,
  change: AssignmentChange,
  ids: Iterable<string>,
  wanted: boolean,
): AssignmentChange {
  const add = new Set(change.add)
  const remove = new Set(change.remove)
  for (const id of ids) {
    const [to, from] = wanted ? [add, remove] : [remove, add]
    from.delete(id)
    if (assigned.has(id) !== wanted) to.add(id)
  }
  return { add, remove }
}

/**
 * The part of a change that still differs from the current list. What others already added or
 * removed is done.
 */
export function remaining(
  assigned: ReadonlySet<string>,
  { add, remove }: AssignmentChange,
): AssignmentChange {
  return { add: add.difference(assigned), remove: remove.intersection(assigned) }
}

/** The change without the sent part. */
export function without(change: AssignmentChange, sent: AssignmentChange): AssignmentChange {
  return { add: change.add.difference(sent.add), remove: change.remove.difference(sent.remove) }
}

/** The list after the change: existing ids keep their order, new ids come last, none twice. */
export function applied(assigned: readonly string[], { add, remove }: AssignmentChange): string[] {
  return [...new Set([...assigned, ...add])].filter((id) => add.has(id) || !remove.has(id))
}

/** True if both contain the same ids, ignoring order and repeats. */
export function isSameSet(one: Iterable<string>, other: Iterable<string>): boolean {
  const [left, right] = [new Set(one), new Set(other)]
  return left.size === right.size && left.isSubsetOf(right)
}
