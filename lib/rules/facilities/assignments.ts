// Who may work at a service facility of a contract is one list that every update replaces whole. So a change is kept as
// what it adds and what it takes off, and is put upon the list as it is at that moment: what others did meanwhile stays.

/** What is to be added to a list of provider ids and what is to be taken off it. No id is in both. */
export type AssignmentChange = { add: ReadonlySet<string>; remove: ReadonlySet<string> }

/** The change that changes nothing. */
export const noChange: AssignmentChange = { add: new Set(), remove: new Set() }

/** How many ids the change touches. */
export function changeSize({ add, remove }: AssignmentChange): number {
  return add.size + remove.size
}

/** Whether the id is on the list once the change is made. */
export function isAssigned(assigned: ReadonlySet<string>, { add, remove }: AssignmentChange, id: string): boolean {
  return add.has(id) || (assigned.has(id) && !remove.has(id))
}

/** The change after the ids were put on the list (`wanted`) or taken off it; what brings an id back to where it was is no change. */
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

/** What is left to do of a change on the list as it is now: what others added or took off in the same way is done. */
export function remaining(assigned: ReadonlySet<string>, { add, remove }: AssignmentChange): AssignmentChange {
  return { add: add.difference(assigned), remove: remove.intersection(assigned) }
}

/** The change without what was sent of it. */
export function without(change: AssignmentChange, sent: AssignmentChange): AssignmentChange {
  return { add: change.add.difference(sent.add), remove: change.remove.difference(sent.remove) }
}

/** The list with the change made: everybody else stays in the order that they were in, new ids come last, none twice. */
export function applied(assigned: readonly string[], { add, remove }: AssignmentChange): string[] {
  return [...new Set([...assigned, ...add])].filter((id) => add.has(id) || !remove.has(id))
}

/** True when both hold the same ids, in whatever order and however often. */
export function isSameSet(one: Iterable<string>, other: Iterable<string>): boolean {
  const [left, right] = [new Set(one), new Set(other)]
  return left.size === right.size && left.isSubsetOf(right)
}
