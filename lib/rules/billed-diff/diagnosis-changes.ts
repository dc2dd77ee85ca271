import type { Json } from '#lib/core/json.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import type { BilledChange } from './billed-change.ts'
import { diagnosisKey } from './billed-lines.ts'
import { classOf } from './classes.ts'
import { meaningChanges } from './meaning.ts'

/** The differences between two lists of diagnoses, and which code replaced which. */
export type DiagnosisChanges = { changes: BilledChange[]; replaced: Map<string, string> }

/**
 * Compares the diagnoses of a claim by code; an admitting diagnosis and a reason for the visit are
 * apart, because they repeat a code. The order is ignored, because pointers move with it: only where
 * no diagnosis has a type, the first one is the principal one (X12 837P HI01), and another first one
 * is a difference. A removed code together with an added one is a replacement.
 */
export function diagnosisChanges(billed: Json, now: Json): DiagnosisChanges {
  const [before, after] = [byCode(billed), byCode(now)]
  const gone = [...before.keys()].filter((key) => !after.has(key))
  const come = [...after.keys()].filter((key) => !before.has(key))
  const replaced = new Map<string, string>()
  const changes: BilledChange[] = []
  const say = (path: string, sides: { billed?: Json; now?: Json }) =>
    changes.push({ ...sides, class: classOf(path), path, capture_id: undefined, cents: 0 })
  for (const [place, key] of come.entries()) {
    const { index, diagnosis } = after.get(key)!
    const former = gone[place]
    if (former === undefined) {
      say(`diagnoses.${index}`, { now: diagnosis })
      continue
    }
    replaced.set(former, key)
    const path = `diagnoses.${index}.code`
    say(path, { billed: codeOf(before.get(former)!.diagnosis), now: codeOf(diagnosis) })
  }
  for (const key of gone.slice(come.length))
    say('diagnoses', { billed: before.get(key)!.diagnosis })
  for (const [key, { diagnosis, index }] of after) {
    const former = before.get(key)
    if (!former) continue
    for (const { path, ...sides } of meaningChanges(
      `diagnoses.${index}`,
      withoutCode(former.diagnosis),
      withoutCode(diagnosis),
    ))
      say(path, sides)
  }
  const [first, firstBilled] = [firstUntyped(now), firstUntyped(billed)]
  if (first && firstBilled && first !== firstBilled && before.has(first) && after.has(firstBilled))
    say('diagnoses.0', {
      billed: codeOf(before.get(firstBilled)!.diagnosis), // it is the first one there
      now: codeOf(after.get(first)!.diagnosis), // and so is this one
    })
  return { changes, replaced }
}

// The first diagnosis of a list in which no diagnosis has a type.
function firstUntyped(data: Json): string | undefined {
  const all = listAt(data, 'diagnoses')
  return all.some((each) => textAt(each, 'code_type')) ? undefined : [...byCode(data).keys()][0]
}

// Admitting diagnosis, and reasons for an outpatient's visit (X12 837I HI: ABJ and APR, BJ and PR).
const ownRow = new Set(['ABJ', 'BJ', 'APR', 'PR'])

function rowKey(diagnosis: unknown): string {
  const type = textAt(diagnosis, 'code_type') ?? ''
  const key = diagnosisKey(diagnosis)
  return ownRow.has(type) && key !== '' ? `${type} ${key}` : key
}

function byCode(data: Json): Map<string, { diagnosis: Json; index: number }> {
  const found = new Map<string, { diagnosis: Json; index: number }>()
  listAt(data, 'diagnoses').forEach((diagnosis, index) => {
    const key = rowKey(diagnosis)
    if (key !== '' && !found.has(key)) found.set(key, { diagnosis: diagnosis as Json, index })
  })
  return found
}

function codeOf(diagnosis: Json): Json {
  return textAt(diagnosis, 'code') ?? diagnosis
}

function withoutCode(diagnosis: Json): Json {
  if (typeof diagnosis !== 'object' || diagnosis === null || Array.isArray(diagnosis))
    return diagnosis
  const { code: _, ...rest } = diagnosis
  return rest
}
