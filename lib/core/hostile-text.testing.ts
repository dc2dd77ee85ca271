import fc from 'fast-check'

/** The length of the text in characters. */
const length = 100_000
// Shorter work says nothing about its growth: a collection of garbage takes as long. A pattern that
// looks at every other character from each of 100,000 takes seconds.
const unnoticedMs = 250
// Four times the text takes four times as long, or sixteen times where each character looks at all
// others.
const [longer, mostGrowth] = [4, 9]

// Pieces that patterns repeat over: blanks, digits, letters, separators, quotes, brackets.
const pieces = [
  ...' \t\n\r09aAzZ_-.,;|:/\\"\'[](){}<>#+=%$&*~`\0é\u00a0',
  '\r\n',
  '""',
  '" ',
  ' "',
  '",',
  '0.',
  '00',
  'a.',
]
const more = [
  '1,111',
  '[0]',
  '["',
  '[ ',
  '\\u0041',
  'p. o. ',
  'post ',
  'http://',
  'e+',
  '.0',
  '- ',
  '12345 ',
  '{"a":',
]

// A repeated piece with an odd start and end. Only a short description is printed, because the text
// would fill a terminal.
const hostile = fc.record({
  begin: fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 2 }),
  over: fc.array(fc.constantFrom(...pieces, ...more), { minLength: 1, maxLength: 3 }),
  end: fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 2 }),
})

/**
 * Finds a text of 100,000 hostile characters for which a function takes time out of proportion to
 * its length: more than 250 ms of processor time, and more than nine times that of a quarter of the
 * text. Null if there is none.
 */
export function slowText(read: (text: string) => unknown, numRuns = 150): string | null {
  const property = fc.property(hostile, ({ begin, over, end }) => {
    const unit = over.join('')
    const textOf = (size: number) =>
      begin.join('') + unit.repeat(Math.ceil(size / unit.length)) + end.join('')
    return !growsTooFast(read, textOf)
  })
  // Shrinking a slow text would only make it short and fast.
  const { counterexample, errorInstance } = fc.check(property, { numRuns, endOnFailure: true })
  if (
    errorInstance instanceof Error &&
    counterexample &&
    !/returning false/.test(errorInstance.message)
  )
    throw errorInstance
  return counterexample && JSON.stringify(counterexample[0])
}

/**
 * True if a function's time grows faster than a text of `textOf(characters)`, as `slowText` says.
 */
export function growsTooFast(
  read: (text: string) => unknown,
  textOf: (size: number) => string,
): boolean {
  const long = textOf(length)
  // Most texts end here. Side work (garbage collection, compiling) does not happen three times.
  for (let i = 0; i < 3; i += 1) if (tookMs(read, long) <= unnoticedMs) return false
  const best = (text: string) => Math.min(...Array.from({ length: 3 }, () => tookMs(read, text)))
  return best(long) > mostGrowth * best(textOf(length / longer))
}

function tookMs(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
