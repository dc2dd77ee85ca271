import { readChecks, readCodeSets } from '#lib/actions/checks.ts'
import { actQuery } from './act-query.ts'

/** The catalogue of checks. */
export const checksQuery = actQuery('readChecks', readChecks)

/** The loaded code lists. */
export const codeSetsQuery = actQuery('readCodeSets', readCodeSets)
