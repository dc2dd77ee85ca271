import { openEnum } from '#lib/contract/fields.ts'
import { stateCodes } from './state-codes.ts'

/** A state, a territory, military post, or FC for a foreign country. */
export const state = openEnum(stateCodes)
