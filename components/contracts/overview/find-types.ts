import { insuranceWords } from './insurance-words.ts'

/** The codes that a query finds, in their order: by the beginning of the code, else by what is in its words. All of them for nothing typed. */
export function matchingTypes(codes: readonly string[], query: string): string[] {
  const sought = query.trim().toLowerCase()
  if (sought === '') return [...codes]
  const byCode = codes.filter((code) => code.toLowerCase().startsWith(sought))
  const byWords = codes.filter(
    (code) =>
      !byCode.includes(code) &&
      Object.hasOwn(insuranceWords, code) &&
      insuranceWords[code]!.toLowerCase().includes(sought),
  )
  return [...byCode, ...byWords]
}

/** Where a key leads in a list of so many rows: a place, -1 for what stands above the list, undefined where it does not move. */
export function rowTowards(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
