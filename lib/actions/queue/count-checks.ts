import 'server-only'
import { findIcd10, icd10Years } from '#lib/console/code-lists.ts'
import { now } from '#lib/console/clock.ts'
import type { CheckCounts } from '#lib/console/queue/check-counts.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { isJsonObject } from '#lib/core/json.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { checkCapture } from '#lib/rules/scrub/check-capture.ts'
import type { FindCode } from '#lib/rules/scrub/icd10-lists.ts'

// A capture takes a quarter of a millisecond, so this many are a second of a reading.
const mostCounted = 5_000

/** Counts in how many captures each check finds something, while a reading has them at hand. */
export class CheckCounter {
  readonly #findCode: FindCode
  readonly #yearsWithHeaders: ReadonlySet<number>
  readonly #today: LocalDate = dayNow()
  readonly #counts: CheckCounts

  private constructor(findCode: FindCode, yearsWithHeaders: ReadonlySet<number>) {
    this.#findCode = findCode
    this.#yearsWithHeaders = yearsWithHeaders
    const at = new Date(now()).toISOString()
    this.#counts = { at, captures: 0, isAll: true, withYear: 0, withHeaders: 0, found: {} }
  }

  /** A counter with the code lists as they are now. */
  static async begin(): Promise<CheckCounter> {
    const [findCode, years] = await Promise.all([findIcd10(), icd10Years()])
    const withHeaders = years.filter(({ headers }) => headers > 0)
    return new CheckCounter(findCode, new Set(withHeaders.map((year) => year.fiscal_year)))
  }

  /** Counts a few captures as the partner sent them. Anything that is no capture is passed over. */
  add(captures: readonly unknown[]): void {
    for (const capture of captures) if (isJsonObject(capture)) this.#addOne(contentOf(capture))
  }

  /** What was counted so far. */
  counts(): CheckCounts {
    return this.#counts
  }

  #addOne(body: ReturnType<typeof contentOf>): void {
    const counts = this.#counts
    if (counts.captures >= mostCounted) {
      counts.isAll = false
      return
    }
    let [isYearKnown, areHeadersKnown] = [false, false]
    const findCode: FindCode = (asked) => {
      const standing = this.#findCode(asked)
      isYearKnown ||= standing !== undefined
      areHeadersKnown ||= this.#yearsWithHeaders.has(asked.fiscal_year)
      return standing
    }
    const findings = checkCapture(body, { shape: captureShape(), today: this.#today, findCode })
    counts.captures += 1
    counts.withYear += isYearKnown ? 1 : 0
    counts.withHeaders += areHeadersKnown ? 1 : 0
    for (const rule of new Set(findings.map((finding) => finding.rule)))
      counts.found[rule] = (counts.found[rule] ?? 0) + 1
  }
}
