import fc from 'fast-check'

/** The length of the text in characters; the limit below is processor time. */
const length = 100_000
const allowedMs = 50

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
const more = ['1,111', '[0]', '["', '[ ', '\\u0041', 'p. o. ', 'post ', 'http://', 'e+', '.0', '- ', '12345 ', '{"a":']

// A repeated piece with an odd start and end. Only a short description is printed, because the text would fill a
// terminal.
const hostile = fc.record({
  begin: fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 2 }),
  over: fc.array(fc.constantFrom(...pieces, ...more), { minLength: 1, maxLength: 3 }),
  end: fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 2 }),
})

/**
 * Finds a text of 100,000 hostile characters for which a function takes more than 50 ms of processor time; null if
 * there is none.
 */
export function slowText(read: (text: string) => unknown, numRuns = 150): string | null {
  const property = fc.property(hostile, ({ begin, over, end }) => {
    const unit = over.join('')
    const text = begin.join('') + unit.repeat(Math.ceil(length / unit.length)) + end.join('')
    // Side work (garbage collection, compiling) does not happen three times.
    const took = () => {
      const before = process.cpuUsage()
      read(text)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    return took() <= allowedMs || took() <= allowedMs || took() <= allowedMs
  })
  // Shrinking a slow text would only make it short and fast.
  const { counterexample, errorInstance } = fc.check(property, { numRuns, endOnFailure: true })
  if (errorInstance instanceof Error && counterexample && !/returning false/.test(errorInstance.message))
    throw errorInstance
  return counterexample && JSON.stringify(counterexample[0])
}
