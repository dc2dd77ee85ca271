import type { CodeSetsReply } from '#lib/actions/catalogue/code-sets.ts'

type Kind = CodeSetsReply['lists'][number]['kind']

/** The lists besides ICD-10-CM: their names, and the published file that holds them. */
export const listWords: Record<Kind, { name: string; file: string; from: string }> = {
  ncci: {
    name: 'NCCI edits',
    file: 'ccipra-v323r0-f1.txt',
    from: 'CMS, practitioner PTP edits of a quarter: all of its files',
  },
  ordering: {
    name: 'Ordering providers',
    file: 'OrderReferring_2026-11-23.csv',
    from: 'CMS, Order and Referring, twice a week',
  },
  hcpcs: {
    name: 'HCPCS level II',
    file: 'HCPC2026_OCT_ANWEB.txt',
    from: 'CMS, Alpha-Numeric HCPCS file of a quarter',
  },
  ndc: {
    name: 'National drug codes (NDC)',
    file: 'package.txt',
    from: 'FDA, NDC directory, daily; of the day it is placed',
  },
}

export const listKinds = Object.keys(listWords) as Kind[]

/** A file's size in KB or MB. */
export function sizeWords(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
