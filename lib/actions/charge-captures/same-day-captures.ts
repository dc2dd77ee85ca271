import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { ok } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

export type SameDayInput = {
  id?: string | undefined
  patient_external_id: string
  first_day: string
  last_day: string
}

const most = 100

/**
 * The patient's other captures on any of the days, for the rule about double billing. It reads one
 * page; `is_complete` is false for a patient with more captures in those days.
 */
export async function findSameDay(input: SameDayInput, context: ActionContext) {
  const query = {
    patient_external_id: input.patient_external_id,
    date_of_service_min: input.first_day,
    date_of_service_max: input.last_day,
    limit: most,
  }
  const reply = await call(context.connection, operations.listChargeCaptures, { query })
  const page: unknown = reply.ok ? JSON.parse(reply.value.text) : undefined
  const others = itemsOf(memberAt(page, 'items'))
    .flatMap(otherOf)
    .filter((other) => other.id !== input.id)
  const ids = others.map((other) => other.id)
  await recordAct(context, 'read', 'listChargeCaptures', ids, { outcome: outcomeOf(reply) })
  return reply.ok
    ? ok({ others, is_complete: textOf(memberAt(page, 'next_page_token')) === undefined })
    : reply
}

export type OtherCapture = ReturnType<typeof otherOf>[number]

// As far as the rule about double billing reads it.
function otherOf(item: unknown) {
  const id = textOf(memberAt(item, 'id'))
  if (id === undefined) return []
  const data = memberAt(item, 'charge_capture_data')
  const service_lines = itemsOf(memberAt(data, 'service_lines')).map((line) => ({
    procedure_code: textOf(memberAt(line, 'procedure_code')) ?? null,
    modifiers: itemsOf(memberAt(line, 'modifiers')).map((modifier) => textOf(modifier) ?? ''),
    date_of_service: textOf(memberAt(line, 'date_of_service')) ?? null,
    place_of_service_code: textOf(memberAt(line, 'place_of_service_code')) ?? null,
    drug_identification: {
      national_drug_code:
        textOf(memberAt(line, 'drug_identification', 'national_drug_code')) ?? null,
    },
    ordering_provider: { npi: textOf(memberAt(line, 'ordering_provider', 'npi')) ?? null },
  }))
  return [
    {
      id,
      charge_external_id: textOf(memberAt(item, 'charge_external_id')) ?? null,
      patient_external_id: textOf(memberAt(item, 'patient_external_id')) ?? null,
      status: textOf(memberAt(item, 'status')) ?? null,
      data: {
        date_of_service: textOf(memberAt(data, 'date_of_service')) ?? null,
        place_of_service_code: textOf(memberAt(data, 'place_of_service_code')) ?? null,
        service_lines,
      },
    },
  ]
}
