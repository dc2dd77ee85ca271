'use server'

import { z } from 'zod'
import { readAct, writeAct } from './act.ts'
import { day, id } from './inputs.ts'
import { readChoice, readJoin as readJoinFacts } from './providers/join-contracts.ts'
import { mostJoined, startJoin } from './providers/start-join.ts'
import { readProvider } from './providers/read-provider.ts'
import { readReport } from './providers/read-report.ts'

const npi = z.string().regex(/^\d{10}$/, 'An NPI has ten digits.')
const tooMany = `One job joins at most ${mostJoined} contracts.`

/** A rendering provider with their contracts, spans, facilities and captures at risk. */
export const readProviderPage = readAct('listOrganizationProviders', {
  input: z.strictObject({ npi }),
  run: readProvider,
})

/** The status report of a provider. */
export const readStatusReport = readAct('makeStatusReport', {
  input: z.strictObject({ npi }),
  run: readReport,
})

/** The contracts that a provider may join. */
export const readJoinChoice = readAct('listContractsV3', {
  input: z.strictObject({ payer: z.string().min(1).max(200).optional() }),
  run: readChoice,
})

/** What the partner has of a provider now: the dry run compares with it. */
export const readJoin = readAct('createProviderCredentialingSpan', {
  input: z.strictObject({ npi }),
  run: readJoinFacts,
})

/** Adds a provider to rosters and records their spans in one job, each once. */
export const startJoinPayers = writeAct('createProviderCredentialingSpan', {
  input: z
    .strictObject({
      provider_id: id,
      contract_ids: z.array(id).max(mostJoined, tooMany),
      spans: z
        .array(
          z.strictObject({
            contracting_provider_id: id,
            payer_uuid: id,
            start_date: day.optional(),
            end_date: day.optional(),
            submitted_date: day.optional(),
            regions: z.union([
              z.strictObject({ type: z.literal('national') }),
              z.strictObject({
                type: z.literal('states'),
                states: z.array(z.string().max(2)).max(100),
              }),
            ]),
          }),
        )
        .max(mostJoined, tooMany),
    })
    .refine(({ contract_ids, spans }) => contract_ids.length + spans.length > 0, {
      message: 'Nothing was chosen.',
    }),
  run: startJoin,
})
