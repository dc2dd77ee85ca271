import { providerSpanJson } from '#lib/sandbox/credentialing/span-json.ts'
import type { ProviderSpanRow } from '#lib/sandbox/db/contract-tables.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { pageJson } from '#lib/sandbox/lists/page-json.ts'
import { providerV2Json } from './provider-v2.ts'
import { readRosterPage } from './roster-page.ts'
import { sandboxDay } from './sandbox-day.ts'

/** One page of a contract's rendering providers, each with its spans for the contract's provider and payer, or none. */
export const listContractProviderCredentialing: Handler<'listContractProviderCredentialing'> = async (call) => {
  const { contract, providers, ...tokens } = await readRosterPage(call)
  const spans = await call.sandbox.run<ProviderSpanRow>(
    `select * from provider_spans where contracting_provider_id = $1 and payer_uuid = $2 and rendering_provider_id = any($3::text[]) and is_enabled
     order by start_date nulls last, seq`,
    [contract.contracting_provider_id, contract.payer_uuid, providers.map(({ id }) => id)],
  )
  const spansOf = Map.groupBy(spans, (span) => span.rendering_provider_id)
  const today = sandboxDay(call.sandbox)
  const items = providers.map(({ id, body }) => {
    const read = (spansOf.get(id) ?? []).map((span) => ({
      ...span,
      rendering_body: body,
      provider_body: contract.provider_body,
      payer_body: contract.payer_body,
    }))
    return `{"provider":${providerV2Json(body, today)},"credentialing_spans":[${read.map((span) => providerSpanJson(span, today)).join(',')}]}`
  })
  return pageJson(items, tokens)
}
