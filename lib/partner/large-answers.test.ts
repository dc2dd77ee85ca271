import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { call } from './call.ts'
import { connectionTo, sendJson, startTestPartner } from './test-partner.ts'

let partner: Awaited<ReturnType<typeof startTestPartner>>
let body = ''
beforeAll(async () => {
  partner = await startTestPartner((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(body)
  })
})
afterAll(() => partner.close())

const id = '00000000-0000-4000-8000-000000000001'

test('an answer with more than 500,000 values is refused before it is parsed', async () => {
  const connection = connectionTo(partner.url)
  const { getChargeCapture, deleteContractV3 } = operations
  // Less than 20 MB each: these stopped every other request for 8 to 21 seconds.
  for (const item of ['{"a":1.50}', '1.50', '{}']) {
    body = `{"items":[${`${item},`.repeat(1_000_000)}1]}`
    const read = await call(connection, getChargeCapture, { params: { charge_capture_id: id } })
    expect(read).toMatchObject({
      ok: false,
      error: { name: 'PartnerReplyTooLarge', message: expect.stringMatching(/500,000 values/) },
    })
    const write = await call(connection, deleteContractV3, { params: { contract_id: id } })
    expect(write).toMatchObject({ ok: false, error: { name: 'OutcomeUnknown' } })
  }
  body = `{"text":"${'[{,'.repeat(1_000_000)}"}`
  expect(
    await call(connection, getChargeCapture, { params: { charge_capture_id: id } }),
  ).toMatchObject({ ok: true })
})

test('a refusal with too many values is no refusal of the partner’s', async () => {
  const huge = await startTestPartner((response) =>
    sendJson(response, 422, {
      errorName: 'UnprocessableEntityError',
      content: Array.from({ length: 300_000 }, () => ({})),
    }),
  )
  const read = await call(connectionTo(huge.url), operations.getChargeCapture, {
    params: { charge_capture_id: id },
  })
  await huge.close()
  expect(read).toMatchObject({ ok: false, error: { name: 'PartnerNotApi' } })
})
