import type { Handlers } from '#lib/sandbox/http/handler.ts'
import { createEncounterFromPreEncounter } from './create-encounter-from-pre-encounter.ts'
import { getEncounter } from './get-encounter.ts'
import { listEncounters } from './list-encounters.ts'

/** The operations on encounters. */
export const encounterHandlers = { createEncounterFromPreEncounter, listEncounters, getEncounter } satisfies Handlers
