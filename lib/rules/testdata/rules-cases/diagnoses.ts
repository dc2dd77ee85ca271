import type { ClaimCase } from './claim-case.ts'

/** External causes and ICD-9 types. */
export const diagnosisCases: readonly ClaimCase[] = [
  {
    id: 'D01',
    changes: {
      diagnoses: [
        { code: 'W19.XXXA', code_type: 'ABK' },
        { code: 'S52.521A', code_type: 'ABF' },
      ],
    },
    expected: [
      { path: 'diagnoses.0.code', severity: 'error', words: /external cause.*never first/ },
    ],
  },
  {
    id: 'D02',
    changes: { diagnoses: [{ code: 'W19.XXXA' }, { code: 'S52.521A' }] },
    expected: [
      { path: 'diagnoses.0.code', severity: 'error', words: /external cause/ },
      { path: 'diagnoses.0.code_type', severity: 'warning', words: /no type/ },
    ],
  },
  {
    id: 'D03',
    changes: {
      diagnoses: [
        { code: 'E11.9', code_type: 'BF' },
        { code: 'I10', code_type: 'BF' },
      ],
    },
    expected: [
      {
        path: 'diagnoses.0.code_type',
        severity: 'error',
        words: /ICD-9 type \(BF\) on an ICD-10 code/,
        fix: 'Make it ABK',
      },
      {
        path: 'diagnoses.1.code_type',
        severity: 'error',
        words: /ICD-9 type \(BF\) on an ICD-10 code/,
        fix: 'Make it ABF',
      },
    ],
  },
  {
    id: 'D04',
    changes: {
      diagnoses: [
        { code: 'E11.9', code_type: 'ABK' },
        { code: 'Z00.00', code_type: 'ABF' },
        { code: 'S52.521A', code_type: 'ABF' },
        { code: 'W19.XXXA', code_type: 'ABN' },
      ],
    },
    expected: [{ path: 'diagnoses.3.code', severity: 'silent', words: /./ }],
  },
]
