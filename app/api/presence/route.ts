import { closeRecord, keepRecordOpen, readPartnerState } from '#lib/actions/presence.ts'
import { readAccountBody } from '#app/api/account-body.ts'
import { resultResponse } from '#app/api/result-response.ts'

const maxBytes = 4_096

/**
 * POST /api/presence {open: …}, {close: …} or {partner: {}}: `keepRecordOpen`, `closeRecord` and
 * `readPartnerState`, which check who asks by themselves. A route handler for the same reasons as
 * /api/drafts: no waiting behind a save, and a last word on leaving.
 */
export async function POST(request: Request): Promise<Response> {
  const given = await readAccountBody(request, maxBytes)
  if ('refused' in given) return given.refused
  const { open, close, partner } = (given.body ?? {}) as {
    open?: unknown
    close?: unknown
    partner?: unknown
  }
  if (partner !== undefined) return resultResponse(await readPartnerState(partner))
  return resultResponse(close === undefined ? await keepRecordOpen(open) : await closeRecord(close))
}
