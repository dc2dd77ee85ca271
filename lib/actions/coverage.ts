'use server'

import { z } from 'zod'
import { id } from './inputs.ts'
import { readFacilityCoverage, readProviderCoveragePage } from './contracts/read-coverage.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'
import { position } from './lists/partner-pages.ts'

/** `{id, position?}` -> Result<WalkPage<CoverageRow>>: one page of a contract's providers with their spans. */
export async function listContractProviderCredentialing(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      {
        task: 'listContractProviderCredentialing',
        input: z.strictObject({ id, position }),
        verb: readProviderCoveragePage,
      },
      input,
    ),
  )
}

/** `{id, position?}` -> Result<WalkPage<CoverageRow>>: the facilities of a contract with their spans, all in one page. */
export async function listContractFacilityCoverage(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'listFacilityCredentialingSpans', input: z.strictObject({ id, position }), verb: readFacilityCoverage },
      input,
    ),
  )
}
