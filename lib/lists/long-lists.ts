import { rankedSuffix, type FilterSpec, type FilterValue } from './list-spec.ts'

/**
 * So many values of one filter the console asks for; it splits them into questions that fit an
 * address.
 */
export const mostValues = 5_000

/** So long a question's parameters may be: servers and proxies take addresses of 8 KB. */
export const mostLetters = 6_000

/** The number of characters of a URL for a filter's values. */
export function lettersOf(name: string, values: readonly string[]): number {
  return values.reduce((sum, value) => sum + name.length + encodeURIComponent(value).length + 2, 0)
}

/**
 * Why a list of values cannot be asked for, in words for the field; undefined where it can. `name`:
 * the wire parameter.
 */
export function listProblem(
  spec: FilterSpec,
  name: string,
  value: FilterValue,
): string | undefined {
  if (!Array.isArray(value)) return undefined
  const count = value.length.toLocaleString('en-US')
  if (spec.splits && !name.endsWith(rankedSuffix))
    return value.length > mostValues
      ? `These are ${count} values. At most ${mostValues.toLocaleString('en-US')} fit at once. Filter by fewer.`
      : undefined
  if (lettersOf(name, value) <= mostLetters) return undefined
  const way = spec.splits ? ' “Show only” takes more.' : ''
  return `These ${count} values are too long for one request. About ${fitting(name, value)} fit. Remove the others.${way}`
}

function fitting(name: string, values: readonly string[]): string {
  return Math.floor((mostLetters * values.length) / lettersOf(name, values)).toLocaleString('en-US')
}
