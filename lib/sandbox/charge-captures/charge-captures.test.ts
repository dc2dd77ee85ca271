import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import { type TestSandbox, captureBody, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { foreignSchemaId } from './check-references.ts'

const captures = '/api/charge_captures/v1'
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 60, seed: 9 })
})
afterAll(() => sandbox.close())

type Capture = {
  id: string
  claim_creation_id: string | null
  status: string
  charge_capture_data: Record<string, unknown>
  updates: { id: string; resolved: boolean }[]
}

const create = async (body: object) => {
  const answer = await sandbox.send('POST', captures, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json as Capture
}
const first = async <T>(path: string) =>
  ((await sandbox.get(path)).json as { items: T[] }).items[0]!

test('numbers, unknown members and nulls are returned exactly as sent', async () => {
  const data =
    '{"x_new":{"deep":[1.0,2.50,12345678901234567890,1e2]},"service_lines":[{"quantity":"1.50","x":null}],"vitals":{"height_in":61.0},"patient":null,"text":"\\u0000 \\ud83d\\ude00"}'
  const body = JSON.stringify(captureBody({}, { status: 'planned' })).replace(
    /"data":\{.*?\},"charge_external_id"/,
    `"data":${data},"charge_external_id"`,
  )
  const answer = await sandbox.send('POST', captures, body)
  expect(answer.status, answer.text).toBe(200)
  const kept =
    '{"x_new":{"deep":[1.0,2.50,12345678901234567890,1e2]},"service_lines":[{"quantity":"1.50","x":null}],"vitals":{"height_in":61.0},"patient":null,"text":"\\u0000 😀"}'
  expect(answer.text).toContain(`"charge_capture_data":${kept}`)
  const { id } = answer.json as Capture
  expect((await sandbox.get(`${captures}/${id}`)).text).toBe(answer.text)
  await sandbox.send('PATCH', `${captures}/${id}`, { status: 'planned', originating_system: 'x' })
  expect((await sandbox.get(`${captures}/${id}`)).text).toContain(`"charge_capture_data":${kept}`)
})

test('an update replaces `data` as a whole; null clears optional members and does not change required ones', async () => {
  const capture = await create(
    captureBody({}, { originating_system: 'ehr', claim_creation_category: 'lab' }),
  )
  const updated = (
    await sandbox.send('PATCH', `${captures}/${capture.id}`, {
      data: { x_only: 1 },
      originating_system: null,
      claim_creation_category: null,
      status: null,
      patient_external_id: null,
    })
  ).json
  expect(updated).toMatchObject({
    status: 'planned',
    patient_external_id: 'PAT-T1',
    originating_system: null,
    claim_creation_category: null,
  })
  expect((updated as Capture).charge_capture_data).toEqual({ x_only: 1 })
})

test('a charge external id is unique: 409 on create, 422 on update', async () => {
  const body = captureBody()
  await create(body)
  expect(await sandbox.send('POST', captures, body)).toMatchObject({
    status: 409,
    json: { errorName: 'ChargeExternalIdConflictError', content: { message: expect.any(String) } },
  })
  const other = await create(captureBody())
  const moved = await sandbox.send('PATCH', `${captures}/${other.id}`, {
    charge_external_id: body.charge_external_id,
  })
  expect(moved).toMatchObject({ status: 422, json: { errorName: 'UnprocessableEntityError' } })
  expect(
    (await sandbox.send('PATCH', `${captures}/${other.id}`, { charge_external_id: 'T-own' }))
      .status,
  ).toBe(200)
})

test('of many equal concurrent creates exactly one succeeds', async () => {
  const body = captureBody()
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await sandbox.send('POST', captures, body)).status),
  )
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
})

test('service_facility and service_facility_id exclude each other', async () => {
  const answer = await sandbox.send(
    'POST',
    captures,
    captureBody({
      service_facility_id: '00000000-0000-4000-8000-000000000000',
      service_facility: { npi: '1' },
    }),
  )
  expect(answer).toMatchObject({
    status: 422,
    json: {
      errorName: 'UnprocessableEntityError',
      content: { message: expect.stringContaining('service_facility') },
    },
  })
})

test('metadata that does not match its schema is refused, with the name of each problem', async () => {
  const { schemas } = (await sandbox.get('/api/custom-schemas/v1')).json as {
    schemas: { id: string; fields: { key: string; type: string }[] }[]
  }
  const schema = schemas[0]!
  const typed = schema.fields.find(({ type }) => type !== 'STRING')!
  const schema_id = schema.id
  const problems = async (metadata: object[]) => {
    const answer = await sandbox.send('POST', captures, captureBody({}, { metadata }))
    expect(answer).toMatchObject({
      status: 422,
      json: { errorName: 'SchemaInstanceValidationHttpFailure' },
    })
    return (answer.json as { content: { errors: object[] } }).content.errors
  }
  expect(await problems([{ schema_id, content: { [typed.key]: 'text' } }])).toEqual([
    {
      type: 'value_does_not_match_key_type',
      schema_id,
      key: typed.key,
      expected_value_type: typed.type,
      value: 'text',
    },
  ])
  expect(await problems([{ schema_id, content: { nothing: 1 } }])).toEqual([
    { type: 'key_does_not_exist', schema_id, key: 'nothing' },
  ])
  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect(await problems([{ schema_id: nowhere, content: {} }])).toEqual([
    { type: 'schema_does_not_exist', schema_id: nowhere },
  ])
  expect(await problems([{ schema_id: foreignSchemaId, content: {} }])).toEqual([
    { type: 'schema_unauthorized_access', schema_id: foreignSchemaId },
  ])
  expect(
    await problems([
      { schema_id, content: {} },
      { schema_id, content: {} },
    ]),
  ).toEqual([{ type: 'multiple_instances_for_schema', schema_id }])
})

test('captures are found by any of the requested metadata instances', async () => {
  const { schemas } = (await sandbox.get('/api/custom-schemas/v1')).json as {
    schemas: { id: string; fields: { key: string; type: string }[] }[]
  }
  const text = schemas.flatMap(({ id, fields }) =>
    fields.filter(({ type }) => type === 'STRING').map(({ key }) => ({ id, key })),
  )[0]!
  const instance = (value: string) => ({ schema_id: text.id, content: { [text.key]: value } })
  const one = await create(captureBody({}, { metadata: [instance('find-me')] }))
  const other = await create(captureBody({}, { metadata: [instance('or me')] }))
  const find = async (...values: string[]) => {
    const found = await sandbox.send(
      'POST',
      `${captures}/find-by-metadata`,
      { metadata: values.map(instance), limit: 5 },
      'sandbox-readonly',
    )
    return (found.json as { items: Capture[] }).items.map(({ id }) => id)
  }
  expect(await find('find-me')).toEqual([one.id])
  expect((await find('or me', 'nobody', 'find-me')).toSorted()).toEqual(
    [one.id, other.id].toSorted(),
  )
  expect(await find('nobody')).toEqual([])
  expect(await find()).toEqual([])
  // With two parameters for each instance, the statement would have too many parameters.
  expect(await find(...Array.from({ length: 33_000 }, (_, i) => `nobody ${i}`), 'find-me')).toEqual(
    [one.id],
  )
})

test('a capture from pre-encounter records: seven members are filled, and refused when sent', async () => {
  const { appointment, patient } = await first<{
    appointment: { id: string }
    patient: { id: string; mrn: string }
  }>('/lists/v1/appointment')
  const { patient_external_id, ...body } = captureBody()
  const { patient: _, ...data } = body.data
  const request = {
    ...body,
    data,
    pre_encounter_patient_id: patient.id,
    pre_encounter_appointment_ids: [appointment.id],
  }
  const path = `${captures}/create-from-pre-encounter`
  const made = await sandbox.send('POST', path, request)
  expect(made.status, made.text).toBe(200)
  expect(made.json).toMatchObject({
    patient_external_id: patient.mrn,
    charge_capture_data: { patient: { first_name: expect.any(String) }, ...data },
  })
  const refused = await sandbox.send('POST', path, {
    ...request,
    charge_external_id: 'T-x',
    data: { ...data, patient: {}, guarantor: {}, responsible_party: 'SELF_PAY' },
  })
  expect(refused).toMatchObject({ status: 422, json: { errorName: 'HttpRequestValidationsError' } })
  expect(
    (refused.json as { content: { fieldName: string }[] }).content.map(
      ({ fieldName }) => fieldName,
    ),
  ).toEqual(['data.patient', 'data.responsible_party', 'data.guarantor'])
  const nobody = '00000000-0000-4000-8000-000000000001'
  expect(
    await sandbox.send('POST', path, {
      ...request,
      charge_external_id: 'T-y',
      pre_encounter_patient_id: nobody,
    }),
  ).toMatchObject({ status: 404, json: { content: { id: nobody } } })
  const whole = (made.json as Capture).charge_capture_data
  const saved = await sandbox.send('PATCH', `${captures}/${(made.json as Capture).id}`, {
    data: { ...whole, patient: { first_name: 'Changed' } },
  })
  expect((saved.json as Capture).charge_capture_data).toEqual(whole)
})

test('a scoped key can neither write for another billing provider nor see its captures', async () => {
  const body = captureBody()
  expect(await sandbox.send('POST', captures, body, 'sandbox-scoped')).toMatchObject({
    status: 403,
    json: { errorName: 'UnauthorizedError' },
  })
  const made = await create(body)
  expect((await sandbox.get(`${captures}/${made.id}`, {}, 'sandbox-scoped')).status).toBe(404)
  expect(
    (await sandbox.send('PATCH', `${captures}/${made.id}`, { status: 'planned' }, 'sandbox-scoped'))
      .status,
  ).toBe(404)
})

test('an error can be resolved; changes after billing can be resolved and reopened', async () => {
  const { items } = (
    await sandbox.get('/api/charge_capture_claim_creation/v1', {
      claim_creation_status: 'in-error',
    })
  ).json as { items: { id: string; errors: { id: string }[] }[] }
  const error = items[0]!.errors[0]!
  const path = `/api/charge_capture_claim_creation/v1/error/${error.id}`
  expect(
    (await sandbox.send('PATCH', path, { resolved_by: 'me', resolution_reason: 'known' })).json,
  ).toMatchObject({
    ...error,
    resolved: true,
    resolved_by: 'me',
    resolution_reason: 'known',
  })
  for (const again of [{}, { resolved_by: null }, { resolution_reason: null }]) {
    expect((await sandbox.send('PATCH', path, again)).json).toMatchObject({
      resolved: true,
      resolved_by: 'me',
      resolution_reason: 'known',
    })
  }
  expect((await sandbox.send('PATCH', path, { resolved_by: 'Ada' })).json).toMatchObject({
    resolved_by: 'Ada',
    resolution_reason: 'known',
  })
  expect((await sandbox.send('PATCH', `${path}x`, {})).status).toBe(404)

  const changed = (
    (await sandbox.get(captures, { limit: 1000 })).json as { items: Capture[] }
  ).items.find(({ updates }) => updates.some(({ resolved }) => !resolved))!
  const update = changed.updates.find(({ resolved }) => !resolved)!
  const count = async () =>
    (
      (await sandbox.get('/api/charge_capture_claim_creation/v1/all/summary')).json as Record<
        string,
        number
      >
    ).charge_capture_unresolved_change_count!
  const before = await count()
  const resolve = (ids: string[], resolved: boolean) =>
    sandbox.send('PATCH', `${captures}/changes`, { charge_capture_change_ids: ids, resolved })
  expect((await resolve([update.id, 'missing'], true)).status).toBe(404)
  expect(await count()).toBe(before)
  expect((await resolve([update.id], true)).json).toMatchObject([{ id: update.id, resolved: true }])
  expect(await count()).toBe(before - 1)
  expect((await resolve([update.id], false)).status).toBe(200)
  expect(await count()).toBe(before)
})

test('after billing every update adds an entry with its message type, and the list finds resolved and unresolved entries', async () => {
  const known = (
    (await sandbox.get(captures, { status: 'billable', limit: 1000 })).json as { items: Capture[] }
  ).items
  const billed = (
    (
      await sandbox.get('/api/charge_capture_claim_creation/v1', {
        claim_creation_status: 'successful',
        limit: 1000,
      })
    ).json as { items: { id: string }[] }
  ).items.find(({ id }) =>
    known.some((capture) => capture.claim_creation_id === id && capture.updates.length === 0),
  )!
  const capture = known.find(
    ({ claim_creation_id: id, updates }) => id === billed.id && updates.length === 0,
  )!
  const patch = async (body: object) => {
    const answer = await sandbox.send('PATCH', `${captures}/${capture.id}`, body)
    expect(answer.status, answer.text).toBe(200)
    return (answer.json as { updates: { id: string; message: string }[] }).updates
  }
  const found = async (has: string) =>
    (
      (
        await sandbox.get('/api/charge_capture_claim_creation/v1', {
          has_charge_capture_updates: has,
          claim_creation_ids: [billed.id],
        })
      ).json as { items: object[] }
    ).items.length
  expect(await found('true')).toBe(0)
  await patch({ originating_system: 'EHR-2', hl7_message_type: 'DFT' })
  await patch({ ehr_source_url: 'https://ehr.example/9', hl7_message_type: 'ADT' })
  await patch({ claim_creation_category: 'other' })
  await patch({ hl7_message_type: 'BAR' })
  const updates = await patch({ attachment_external_document_ids: ['DOC-9'], metadata: [] })
  expect(updates).toMatchObject([
    {
      message: expect.stringMatching(/^originating_system .*EHR-2$/),
      hl7_message_type: 'DFT',
      resolved: false,
    },
    {
      message: expect.stringMatching(/^ADT, no charge message: ehr_source_url .*ehr\.example\/9$/),
      hl7_message_type: 'ADT',
    },
    { message: expect.stringMatching(/^claim_creation_category .*other$/), hl7_message_type: null },
    { message: 'attachment_external_document_ids.0 added: DOC-9', hl7_message_type: null },
  ])
  expect(await found('true')).toBe(1)
  const resolved = await sandbox.send('PATCH', `${captures}/changes`, {
    charge_capture_change_ids: updates.map(({ id }) => id),
    resolved: true,
  })
  expect(resolved.json).toEqual(updates.map((update) => ({ ...update, resolved: true })))
  expect(await found('true')).toBe(1)
  expect((await patch({ status: 'billable' })).map(({ id }) => id).slice(0, 4)).toEqual(
    updates.map(({ id }) => id),
  )
  const open = await sandbox.send('PATCH', `${captures}/changes`, {
    charge_capture_change_ids: updates.map(({ id }) => id),
    resolved: false,
  })
  expect(open.status).toBe(200)
})

test('a write without a difference adds no update after billing', async () => {
  const { items } = (
    await sandbox.get(captures, {
      status: 'billable',
      claim_creation_status: 'successful',
      limit: 1000,
    })
  ).json as { items: ChargeCapture[] }
  const capture = items.find(
    (each) => each.updates!.length === 0 && (each.metadata ?? []).length === 0,
  )!
  const countOf = async () =>
    (
      (await sandbox.get('/api/charge_capture_claim_creation/v1/all/summary')).json as Record<
        string,
        number
      >
    ).charge_capture_unresolved_change_count!
  const before = await countOf()
  const nothing = {
    data: null,
    status: null,
    ehr_source_url: capture.ehr_source_url,
    claim_creation_category: capture.claim_creation_category,
    charge_external_id: null,
    patient_external_id: null,
  }
  const { ehr_source_url, status, charge_capture_data: data } = capture
  for (const body of [
    {},
    nothing,
    { data },
    { data, hl7_message_type: 'ADT' },
    { status, ehr_source_url },
    { metadata: [] },
    { metadata: null, attachment_external_document_ids: [] },
  ]) {
    const answer = await sandbox.send('PATCH', `${captures}/${capture.id}`, body)
    expect(answer.json, JSON.stringify(body)).toMatchObject({ updates: [] })
  }
  expect(await countOf()).toBe(before)
})

test('look-ups have search, filters, pages and single reads', async () => {
  const walk = async (path: string, query: Record<string, string | number>) => {
    const ids: unknown[] = []
    for (let token = ''; ;) {
      const page = (await sandbox.get(path, { ...query, ...(token ? { page_token: token } : {}) }))
        .json as {
        items: unknown[]
        next_page_token: string | null
      }
      ids.push(...page.items)
      if (!page.next_page_token) return ids
      token = page.next_page_token
    }
  }
  const providers = '/api/organization-providers/v3'
  const billing = (await walk(providers, { is_billing: 'true', limit: 15 })) as {
    npi: string
    is_billing: boolean
    organization_provider_id: string
  }[]
  expect(new Set(billing.map(({ npi }) => npi)).size).toBe(billing.length)
  expect(billing.every(({ is_billing }) => is_billing)).toBe(true)
  expect(await walk(providers, { search_term: billing[3]!.npi })).toEqual([billing[3]])
  expect((await sandbox.get(`${providers}/${billing[3]!.organization_provider_id}`)).json).toEqual(
    billing[3],
  )
  const npis = ((await walk(providers, { sort: 'npi:desc' })) as { npi: string }[]).map(
    ({ npi }) => npi,
  )
  expect(npis).toEqual(npis.toSorted().toReversed())
  const payer = await first<{ payer_uuid: string; payer_name: string }>('/api/payers/v3')
  expect(
    (await sandbox.get('/api/payers/v3', { search_term: payer.payer_name.toUpperCase() })).json,
  ).toMatchObject({
    items: [payer],
  })
  expect((await sandbox.get(`/api/payers/v3/${payer.payer_uuid}`)).json).toEqual(payer)
  const { patient } = await first<{ patient: { id: string; mrn: string } }>('/lists/v1/patient')
  expect(
    (await sandbox.get('/lists/v1/patient', { filters: `patient.mrn|eq|${patient.mrn}` })).json,
  ).toMatchObject({
    items: [{ patient }],
    total: 1,
  })
  expect((await sandbox.get(`/patients/v1/${patient.id}`)).json).toEqual(patient)
  for (const path of [
    `${providers}/x`,
    '/api/payers/v3/x',
    '/patients/v1/x',
    '/appointments/v1/x',
    '/api/custom-schemas/v1/x',
    '/api/organization-service-facilities/v2/x',
  ]) {
    expect(await sandbox.get(path)).toMatchObject({
      status: 404,
      json: { errorName: 'EntityNotFoundError', content: { id: 'x' } },
    })
  }
})
