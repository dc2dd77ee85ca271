import { randomUUID } from 'node:crypto'
import { type Caller, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import {
  type Call,
  type Handler,
  type Sandbox,
  inWriteTransaction,
  memberText,
} from '#lib/sandbox/http/handler.ts'
import { type SpanParties, checkSpan } from './check-span.ts'
import {
  type SpanDates,
  type SpanKind,
  facilityKind,
  providerKind,
  readSpan,
  spanById,
} from './read-spans.ts'

type Columns = Record<string, unknown>
const dateMembers = ['start_date', 'end_date', 'submitted_date', 'payer_loaded_date'] as const

/** Records the coverage of a service facility. */
export const createFacilityCredentialingSpan: Handler<'createFacilityCredentialingSpan'> = (
  call,
) => {
  const { service_facility_id } = call.input.body
  return createSpan(call, facilityKind, { service_facility_id }, {})
}

/** Records the coverage of a rendering provider. ASSUMED: span-source */
export const createProviderCredentialingSpan: Handler<'createProviderCredentialingSpan'> = (
  call,
) => {
  const { rendering_provider_id } = call.input.body
  return createSpan(
    call,
    providerKind,
    { rendering_provider_id },
    { regions: memberText(call.exact, 'regions'), source: 'API' },
  )
}

/** Changes a facility span; the contracting provider is named each time. */
export const updateFacilityCredentialingSpan: Handler<'updateFacilityCredentialingSpan'> = ({
  sandbox,
  caller,
  input: { params, body },
}) => updateSpan(sandbox, caller, facilityKind, params.facility_credentialing_span_id, body, {})

/** Changes a span of a rendering provider. */
export const updateProviderCredentialingSpan: Handler<'updateProviderCredentialingSpan'> = ({
  sandbox,
  caller,
  input: { params, body },
  exact,
}) => {
  const regions = memberText(exact, 'regions')
  return updateSpan(
    sandbox,
    caller,
    providerKind,
    params.provider_credentialing_span_id,
    body,
    regions === null ? {} : { regions },
  )
}

/** Takes a facility span out of use. */
export const deleteFacilityCredentialingSpan: Handler<'deleteFacilityCredentialingSpan'> = ({
  sandbox,
  caller,
  input,
}) => disableSpan(sandbox, caller, facilityKind, input.params.facility_credentialing_span_id)

/** Takes a span of a rendering provider out of use. */
export const deleteProviderCredentialingSpan: Handler<'deleteProviderCredentialingSpan'> = ({
  sandbox,
  caller,
  input,
}) => disableSpan(sandbox, caller, providerKind, input.params.provider_credentialing_span_id)

type CreateCall = Call<'createFacilityCredentialingSpan'> | Call<'createProviderCredentialingSpan'>
type Covered = Pick<SpanParties, 'rendering_provider_id' | 'service_facility_id'>

async function createSpan(
  { sandbox, caller, input: { body } }: CreateCall,
  kind: SpanKind,
  covered: Covered,
  more: Columns,
): Promise<string> {
  const scope = await scopeOf(sandbox, caller)
  const { contracting_provider_id, payer_uuid } = body
  const id = randomUUID()
  return inWriteTransaction(sandbox, async (inside) => {
    const { run } = inside
    const provider = await checkSpan(
      run,
      { contracting_provider_id, payer_uuid, ...covered },
      body,
      scope,
    )
    const row = {
      id,
      created_at: sandbox.now(),
      contracting_provider_id,
      payer_uuid,
      billing_provider_npi: provider.npi,
      ...covered,
      ...datesOf(body),
      ...more,
    }
    const columns = Object.keys(row)
    await run(
      `insert into ${kind.table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    )
    return readSpan(inside, caller, kind, id)
  })
}

type SpanChange = SpanDates & {
  contracting_provider_id?: string | null | undefined
  payer_uuid?: string | null | undefined
}

// Null clears a date and leaves any other member as it is. ASSUMED: patch-null
async function updateSpan(
  sandbox: Sandbox,
  caller: Caller,
  kind: SpanKind,
  id: string,
  body: SpanChange,
  more: Columns,
): Promise<string> {
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async (inside) => {
    const { run } = inside
    const before = await spanById(inside, caller, kind, id)
    const parties = {
      contracting_provider_id: body.contracting_provider_id ?? before.contracting_provider_id,
      payer_uuid: body.payer_uuid ?? before.payer_uuid,
    }
    const dates = datesOf({ ...before, ...sentDates(body) })
    const provider = await checkSpan(run, parties, dates, scope)
    const row: Columns = { ...parties, billing_provider_npi: provider.npi, ...dates, ...more }
    await run(
      `update ${kind.table} set ${Object.keys(row)
        .map((column, i) => `${column} = $${i + 2}`)
        .join(', ')} where id = $1`,
      [id, ...Object.values(row)],
    )
    return readSpan(inside, caller, kind, id)
  })
}

async function disableSpan(
  sandbox: Sandbox,
  caller: Caller,
  kind: SpanKind,
  id: string,
): Promise<string> {
  return inWriteTransaction(sandbox, async (inside) => {
    const { run } = inside
    await spanById(inside, caller, kind, id)
    await run(`update ${kind.table} set is_enabled = false where id = $1`, [id])
    return ''
  })
}

function sentDates(body: SpanChange): SpanDates {
  return Object.fromEntries(
    dateMembers
      .filter((member) => body[member] !== undefined)
      .map((member) => [member, body[member]]),
  )
}

function datesOf(dates: SpanDates): SpanDates {
  return Object.fromEntries(dateMembers.map((member) => [member, dates[member] ?? null]))
}
