import { isJsonObject, type JsonObject } from '#lib/core/json.ts'
import { ask, join, noteTheirs, own, plainWinner, same, type Run, type Side } from './merge-run.ts'
import { mergeVisit } from './merge-visit.ts'

/**
 * One value from three: what one side alone changed is taken, objects member by member; where both changed it in
 * different ways, somebody has to choose. Lists are taken whole, but for a visit's lines and diagnoses.
 */
export function mergeValue(run: Run, path: string, base: Side, mine: Side, theirs: Side): Side {
  const winner = plainWinner(run, base, mine, theirs)
  if (winner === 'mine') return mine
  if (winner === 'theirs') {
    noteTheirs(run, path, base, theirs)
    return theirs
  }
  // Where the base is no object, two people made two objects: halves of both would make a third that nobody meant.
  if (isJsonObject(base) && isJsonObject(mine) && isJsonObject(theirs))
    return mergeObject(run, path, base, mine, theirs)
  return ask(run, path, base, mine, theirs)
}

const visitLists = ['diagnoses', 'service_lines'] as const

function mergeObject(run: Run, path: string, base: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject {
  const merged: JsonObject = {}
  const isVisit = visitLists.some((name) => !same(own(mine, name), own(theirs, name)))
  let visit: ReturnType<typeof mergeVisit> | undefined
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const isList = name === 'diagnoses' || name === 'service_lines'
    // Where the first of the two stands, so that people are asked in the record's order.
    if (isVisit && isList) visit ??= mergeVisit(run, path, base, mine, theirs)
    const value =
      visit && isList
        ? visit[name]
        : mergeValue(run, join(path, name), own(base, name), own(mine, name), own(theirs, name))
    if (value !== undefined) merged[name] = value
  }
  return merged
}
