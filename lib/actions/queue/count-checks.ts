import 'server-only'
import { findIcd10, icd10Years } from '#lib/console/code-lists.ts'
import { now } from '#lib/console/clock.ts'
import type { CheckCounts } from '#lib/console/queue/check-counts.ts'
import { readRulebook } from '#lib/console/queue/payer-rules.ts'
import { isJsonObject } from '#lib/core/json.ts'
import { localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { Rulebook } from '#lib/rules/filing/rulebook.ts'
import { checkCapture } from '#lib/rules/scrub/check-capture.ts'
import type { FindCode } from '#lib/rules/scrub/icd10-lists.ts'

// A capture takes a quarter of a millisecond, so this many are a second of a reading.
const mostCounted = 5_000

/** Counts in how many captures each check finds something, while a reading has them at hand. */
export class CheckCounter {
  readonly #findCode: FindCode
  readonly #yearsWithHeaders: ReadonlySet<number>
  readonly #filing: { book: Rulebook; today: LocalDate }
  readonly #counts: CheckCounts

  private constructor(
    findCode: FindCode,
    yearsWithHeaders: ReadonlySet<number>,
    filing: { book: Rulebook; today: LocalDate },
  ) {
    this.#findCode = findCode
    this.#yearsWithHeaders = yearsWithHeaders
    this.#filing = filing
    const at = new Date(now()).toISOString()
    this.#counts = { at, captures: 0, isAll: true, withYear: 0, withHeaders: 0, found: {} }
  }

  /** A counter with the code lists and the filing limits of a connection (`boundTo`) as they are now. */
  static async begin(at: string): Promise<CheckCounter> {
    const [findCode, years, book] = await Promise.all([findIcd10(), icd10Years(), readRulebook(at)])
    const withHeaders = years.filter(({ headers }) => headers > 0)
    return new CheckCounter(findCode, new Set(withHeaders.map((year) => year.fiscal_year)), {
      book,
      today: localDateAt(now()),
    })
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
    const { today } = this.#filing
    const findings = checkCapture(body, {
      shape: captureShape(),
      today,
      findCode,
      filing: this.#filing,
    })
    counts.captures += 1
    counts.withYear += isYearKnown ? 1 : 0
    counts.withHeaders += areHeadersKnown ? 1 : 0
    for (const rule of new Set(findings.map((finding) => finding.rule)))
      counts.found[rule] = (counts.found[rule] ?? 0) + 1
  }
}
