import type { JsonObject } from '#lib/core/json.ts'
import { leafChanges, type LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import { blockingFindings, checkCapture, type CheckTerms } from '#lib/rules/scrub/check-capture.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'

/** A change of one capture, and the findings of the rules before and after it. */
export type Judged = {
  /** The leaves that differ. */
  changes: LeafChange[]
  /** Errors that the change clears, those that stay, and those that it brings. */
  cleared: Finding[]
  stays: Finding[]
  added: Finding[]
  /** Errors that the change brings and with which the partner would certainly refuse it. */
  blocking: Finding[]
}

/**
 * Compares an update body with the same body after a change, by the rules that the editor shows.
 */
export function judgeChange(before: JsonObject, after: JsonObject, terms: CheckTerms): Judged {
  const errorsOf = (body: JsonObject) =>
    checkCapture(body, terms).filter((finding) => finding.severity === 'error')
  const [was, is] = [errorsOf(before), errorsOf(after)]
  const has = (findings: Finding[]) => {
    const known = new Set(findings.map(wordsOf))
    return (finding: Finding) => known.has(wordsOf(finding))
  }
  const [wasThere, isThere] = [has(was), has(is)]
  return {
    changes: leafChanges(before, after),
    cleared: was.filter((finding) => !isThere(finding)),
    stays: is.filter(wasThere),
    added: is.filter((finding) => !wasThere(finding)),
    blocking: blockingFindings(is, after, before, terms),
  }
}

// By rule and field: a message may quote the value.
function wordsOf({ rule, path }: Finding): string {
  return `${rule} ${path}`
}
