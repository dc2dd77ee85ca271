import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { FailureError, failureOf } from '#lib/core/failure-error.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { outdate } from './outdates.ts'
import { sameDayQuery } from './options.ts'
import { unwrapReply } from './reply.ts'

const pending = (value: Result<unknown>) =>
  Promise.resolve({ reply: Promise.resolve(toJsonText(value)) })

test('a reply gives its value, and a failure is thrown with its details', async () => {
  expect(await unwrapReply(pending(ok({ rows: [] })))).toEqual({ rows: [] })
  const failure = fail('PartnerBusy', 'Busy.', { status: 429 })
  const thrown = await unwrapReply(pending(failure)).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(FailureError)
  expect(failureOf(thrown)).toEqual(failure.error)
})

test('any other error means that the console itself was not reached', () => {
  expect(failureOf(new TypeError('fetch failed to http://secret'))).toMatchObject({
    name: 'ConsoleUnreachable',
    message: expect.not.stringContaining('secret'),
  })
})

test('after a capture is created or saved, the patient’s captures of the day are read again when next needed', async () => {
  for (const operation of ['createChargeCapture', 'updateChargeCapture'] as const) {
    const client = new QueryClient()
    const { queryKey } = sameDayQuery({
      patient_external_id: 'p',
      first_day: '2026-01-01',
      last_day: '2026-01-01',
    })
    client.setQueryData(queryKey, { others: [], is_complete: true })
    await outdate(client, operation)
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  }
})

test('a save makes its capture, both lists, the claim creation and the counts out of date, and no look-up', async () => {
  const client = new QueryClient()
  const keys = [
    ['listChargeCaptures', {}],
    ['listClaimCreations', {}],
    ['getClaimCreation', { id: 'b' }],
    ['getChargeCapture', { id: 'c' }],
    ['getClaimCreationSummary', {}],
    ['listPayers', {}],
  ]
  for (const key of keys) client.setQueryData(key, 1)
  await outdate(client, 'updateChargeCapture')
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ])
})
