/** Messages about the same field of records with these values, and how many causes they are. */
export type CauseCase = {
  id: string
  messages: readonly string[]
  causes: number
  /** Words that must be readable in the causes. */
  words?: readonly string[]
  /**
   * The record of each message, in their order; the messages of a case without any have no record.
   */
  records?: readonly object[]
  /** What each message quotes of its record. */
  taken?: readonly string[]
}

const line = (change: object) => ({
  service_lines: [{ procedure_code: 'G0463', modifiers: ['25'], ...change }],
})

/** Which messages are one cause: the part Q of the acceptance cases. */
export const causeCases: readonly CauseCase[] = [
  {
    id: 'Q01',
    messages: ['Line 1 is missing modifier 95', 'Line 1 is missing modifier JZ'],
    causes: 2,
    words: ['95', 'JZ'],
    records: [line({}), line({})],
  },
  {
    id: 'Q02',
    messages: ['Procedure G0463 requires modifier GP', 'Procedure G0463 requires modifier KX'],
    causes: 2,
    words: ['GP', 'KX'],
    records: [line({}), line({})],
  },
  { id: 'Q03', messages: ['CO-97', 'CO-45', 'PR-1'], causes: 3, words: ['CO-97', 'CO-45', 'PR-1'] },
  {
    id: 'Q04',
    messages: ['Denied: CARC 16 RARC N264', 'Denied: CARC 50 RARC N115'],
    causes: 2,
    words: ['CARC 16 RARC N264', 'CARC 50 RARC N115'],
  },
  {
    id: 'Q05',
    messages: [
      'Loop 2010BA is missing',
      'Loop 2310B is missing',
      'Segment NM109 is missing',
      'Segment SBR02 is missing',
    ],
    causes: 4,
    words: ['Loop 2010BA', 'Loop 2310B', 'Segment NM109', 'Segment SBR02'],
  },
  {
    id: 'Q06',
    messages: ['Edit 40029: claim rejected', 'Edit 40047: claim rejected'],
    causes: 2,
    words: ['40029', '40047'],
    // A record that happens to have the number does not change what it is.
    records: [{ patient: { address: { zip_code: '40029' } } }, {}],
  },
  {
    id: 'Q07',
    messages: [
      'Rendering provider NPI 1234567893 was not found',
      'Rendering provider NPI 1093817465 was not found',
    ],
    causes: 1,
    words: ['Rendering provider NPI was not found'],
    records: [{ rendering_provider: { npi: '1234567893' } }, {}],
    taken: ['NPI 1234567893'],
  },
  {
    id: 'Q08',
    messages: ['Procedure code G0463 is not covered', 'Procedure code J0696 is not covered'],
    causes: 1,
    words: ['Procedure code is not covered'],
    records: [line({}), line({ procedure_code: 'J0696' })],
    taken: ['Procedure G0463', 'Procedure J0696'],
  },
]
