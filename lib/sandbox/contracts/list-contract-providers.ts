import type { Handler } from '#lib/sandbox/http/handler.ts'
import { pageJson } from '#lib/sandbox/lists/page-json.ts'
import { providerV2Json } from './provider-v2.ts'
import { readRosterPage } from './roster-page.ts'
import { sandboxDay } from './sandbox-day.ts'

/** One page of a contract's rendering providers. */
export const listContractProviders: Handler<'listContractProviders'> = async (call) => {
  const page = await readRosterPage(call)
  const today = sandboxDay(call.sandbox)
  return pageJson(
    page.providers.map(({ body }) => providerV2Json(body, today)),
    page,
  )
}
