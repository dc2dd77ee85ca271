import { readProviderPage } from '#lib/actions/providers.ts'
import { actQuery } from './act-query.ts'

/** A rendering provider with their contracts, spans, facilities and captures at risk. */
export const providerQuery = actQuery('readProvider', readProviderPage)
