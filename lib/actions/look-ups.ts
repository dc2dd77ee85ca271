'use server'

import { z } from 'zod'
import { operations } from '#lib/contract/operations.ts'
import { lookUp } from './finding/look-up.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'

// Look-ups by name for the fields that refer to a provider, facility or payer. Each: `{query}` -> Result<LookUpReply>.

const providers = z.strictObject({ query: z.strictObject(operations.listOrganizationProviders.query.shape) })
const facilities = z.strictObject({ query: z.strictObject(operations.listServiceFacilities.query.shape) })
const payers = z.strictObject({ query: z.strictObject(operations.listPayers.query.shape) })

/** Providers by name or NPI. */
export async function listOrganizationProviders(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'listOrganizationProviders', input: providers, verb: lookUp(operations.listOrganizationProviders) },
      input,
    ),
  )
}

/** Service facilities by name. */
export async function listServiceFacilities(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'listServiceFacilities', input: facilities, verb: lookUp(operations.listServiceFacilities) },
      input,
    ),
  )
}

/** Payers by name or payer id. */
export async function listPayers(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'listPayers', input: payers, verb: lookUp(operations.listPayers) }, input))
}

/** The metadata schemas with their keys and types: `{}` -> Result<LookUpReply>. */
export async function listCustomSchemas(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'listCustomSchemas', input: z.strictObject({}), verb: lookUp(operations.listCustomSchemas, 'schemas') },
      input,
    ),
  )
}
