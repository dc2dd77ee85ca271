import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { chargeCaptureOperations } from '#lib/contract/charge-captures.operations.ts'
import { missingAttachmentId } from '#lib/sandbox/charge-captures/check-references.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { createCapture } from './create-capture.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

const path = '/api/charge_captures/v1'
const create = createCapture(chargeCaptureOperations.createChargeCapture)
const world = startWorld()

async function records(externalId: string): Promise<{ id: string }[]> {
  return (await world.sandbox.get(path, { charge_external_id: externalId })).json['items']
}

const posts = async () => (await world.sent('POST', path)).length
const fault = (kind: string, more: object = {}) =>
  world.fault({ method: 'POST', path, kind, ...more })
// The sandbox's sample has an error, so that a creation needs a reason.
const past = { reason: 'Still being written', findings: [] }
const inputOf = (body: object) => ({ operation_id: randomUUID(), body: JSON.stringify(body), past })

test('a capture is created once, and the same operation sent again returns the same answer', async () => {
  const body = captureBody()
  const [context, input] = [world.over().biller, inputOf(body)]
  const first = await create(input, context)
  expect(first).toMatchObject({
    ok: true,
    value: {
      kind: 'created',
      charge_external_id: body.charge_external_id,
      is_found: false,
      unverified: [],
    },
  })
  const sent = await posts()
  expect(await create(input, context)).toEqual(first)
  expect(await posts()).toBe(sent)
  expect(await create({ ...input, body: JSON.stringify(captureBody()) }, context)).toMatchObject({
    ok: false,
    error: { name: 'OperationReused' },
  })
})

test('after a lost answer the capture is found by its external id, and nothing is sent again', async () => {
  const body = captureBody()
  const before = await posts()
  await fault('reset-after')
  expect(await create(inputOf(body), world.over().biller)).toMatchObject({
    ok: true,
    value: { kind: 'created', is_found: true },
  })
  expect(await posts()).toBe(before + 1)
  expect(await records(body.charge_external_id)).toHaveLength(1)
})

test('a request that never arrived is sent once more, after a look', async () => {
  const body = captureBody()
  const before = await posts()
  await fault('reset-before')
  const [context, input] = [world.over().biller, inputOf(body)]
  expect(await create(input, context)).toEqual({ ok: true, value: { kind: 'checking' } })
  expect(await world.settle(() => create(input, context))).toMatchObject({
    ok: true,
    value: { kind: 'created' },
  })
  expect(await posts()).toBe(before + 2)
  expect(await records(body.charge_external_id)).toHaveLength(1)
})

test('a partner that breaks off every time gets two requests, then the outcome stays unknown', async () => {
  const before = await posts()
  await fault('reset-before', { times: 5 })
  const [context, input] = [world.over().biller, inputOf(captureBody())]
  expect(await world.settle(() => create(input, context))).toMatchObject({
    ok: false,
    error: { name: 'OutcomeUnknown' },
  })
  expect(await posts()).toBe(before + 2)
})

test('a taken external id names its capture, or says that the key cannot see it', async () => {
  const body = captureBody()
  const { id } = (await world.sandbox.send('POST', path, body)).json as { id: string }
  const other = {
    ...captureBody({ patient: { first_name: 'Other' } }),
    charge_external_id: body.charge_external_id,
  }
  const expected = {
    kind: 'taken',
    id,
    patient_external_id: 'PAT-T1',
    date_of_service: '2026-10-05',
    status: 'planned',
  }
  expect(await create(inputOf(other), world.over().biller)).toMatchObject({
    ok: true,
    value: { ...expected, is_same: false },
  })
  expect(await create(inputOf(body), world.over().biller)).toMatchObject({
    ok: true,
    value: { ...expected, is_same: true },
  })
  const scoped = captureBody({ billing_provider: undefined })
  expect(
    await create(
      inputOf({ ...scoped, charge_external_id: body.charge_external_id }),
      world.over('sandbox-scoped').biller,
    ),
  ).toMatchObject({ ok: true, value: { kind: 'taken', id: null, patient_external_id: null } })
  expect(await records(body.charge_external_id)).toHaveLength(1)
})

test('a refusal of the partner is returned as one, and an unreadable body is never sent', async () => {
  const before = await posts()
  expect(await create(inputOf({ charge_external_id: 'X' }), world.over().biller)).toMatchObject({
    ok: false,
    error: { name: 'InvalidInput' },
  })
  expect(
    await create({ operation_id: randomUUID(), body: '[]' }, world.over().biller),
  ).toMatchObject({
    ok: false,
    error: { name: 'InvalidInput' },
  })
  expect(await posts()).toBe(before)
  const wrong = captureBody({ service_facility_id: '5a0e0a3c-0000-4000-8000-000000000001' })
  expect(await create(inputOf(wrong), world.over().biller)).toMatchObject({
    ok: false,
    error: { name: 'UnprocessableEntityError' },
  })
})

test('a missing attachment is reported at its field, by its place in the list', async () => {
  const refused = await create(
    inputOf(captureBody({}, { attachment_external_document_ids: ['DOC-1', missingAttachmentId] })),
    world.over().biller,
  )
  const message = expect.stringMatching(/^No\. 2 of the list isn’t the ID of an attachment/)
  expect(refused).toMatchObject({
    ok: false,
    error: {
      name: 'EntityNotFoundError',
      issues: [{ path: 'attachment_external_document_ids', message }],
    },
  })
  // Only the partner knows which record a plain "not found" is about.
  await fault('status', {
    status: 404,
    errorName: 'EntityNotFoundError',
    content: { id: 'another' },
  })
  expect(
    await create(
      inputOf(captureBody({}, { attachment_external_document_ids: ['DOC-1'] })),
      world.over().biller,
    ),
  ).toMatchObject({ ok: false, error: { name: 'EntityNotFoundError', issues: [] } })
})

test('open errors without a reason are refused at their fields, and nothing is sent', async () => {
  const before = await posts()
  const refused = await create({ ...inputOf(captureBody()), past: undefined }, world.over().biller)
  expect(refused).toMatchObject({
    ok: false,
    error: { name: 'ReasonNeeded', issues: [{ path: 'data.service_facility.npi' }] },
  })
  expect(await posts()).toBe(before)
})
