'use server'

import { z } from 'zod'
import { readAct } from './act.ts'
import { readProvider } from './providers/read-provider.ts'

const npi = z.string().regex(/^\d{10}$/, 'An NPI has ten digits.')

/** A rendering provider with their contracts, spans, facilities and captures at risk. */
export const readProviderPage = readAct('listOrganizationProviders', {
  input: z.strictObject({ npi }),
  run: readProvider,
})
