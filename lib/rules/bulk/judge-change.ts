import type { JsonObject } from '#lib/core/json.ts'
import { leafChanges, type LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import {
  addedFindings,
  blockingFindings,
  checkCapture,
  type CheckTerms,
} from '#lib/rules/scrub/check-capture.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'

/** A change of one capture, and the findings of the rules before and after it. */
export type Judged = {
  /** The leaves that differ. */
  changes: LeafChange[]
  /** Errors that the change clears, those that were there before, and those that it makes. */
  cleared: Finding[]
  stays: Finding[]
  added: Finding[]
  /** All findings before the change, and the warnings that stay at their fields. */
  before: Finding[]
  warns: Finding[]
  /** Errors that the change brings and with which the partner would certainly refuse it. */
  blocking: Finding[]
}

/**
 * Compares an update body with the same body after a change, by the rules that the editor shows.
 */
export function judgeChange(before: JsonObject, after: JsonObject, terms: CheckTerms): Judged {
  const [foundBefore, found] = [checkCapture(before, terms), checkCapture(after, terms)]
  const [was, is] = [foundBefore.filter(isError), found.filter(isError)]
  const added = addedFindings(is, after, before, terms)
  const places = new Set(is.map(placeOf))
  const wereThere = new Set(foundBefore.map(placeOf))
  return {
    changes: leafChanges(before, after),
    cleared: was.filter((finding) => !places.has(placeOf(finding))),
    stays: is.filter((finding) => !added.includes(finding)),
    added,
    before: foundBefore,
    warns: found.filter((finding) => !isError(finding) && wereThere.has(placeOf(finding))),
    blocking: blockingFindings(is, after, before, terms),
  }
}

function isError({ severity }: Finding): boolean {
  return severity === 'error'
}

// By rule and field: a message may quote the value.
function placeOf({ rule, path }: Finding): string {
  return `${rule} ${path}`
}
