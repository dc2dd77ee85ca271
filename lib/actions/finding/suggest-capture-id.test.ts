import { expect, onTestFinished, test } from 'vitest'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { suggestCaptureExternalId } from './suggest-capture-id.ts'

// A partner that has taken the first `taken` ids that it is asked for.
async function partner(newest: readonly string[], taken: number) {
  let left = taken
  const asked: string[] = []
  const { url, close } = await startTestPartner((response, request) => {
    const id = new URL(request.url, 'http://partner').searchParams.get('charge_external_id')
    if (id === null)
      return sendJson(response, 200, {
        items: newest.map((charge_external_id) => ({ charge_external_id })),
      })
    asked.push(id)
    const items = left > 0 ? [{ id: 'c1', charge_external_id: id }] : []
    left -= 1
    return sendJson(response, 200, { items })
  })
  onTestFinished(close)
  const context: ActionContext = {
    account: { id: 'a1', name: 'Bill', email: 'b@x.example', role: 'biller', isDemo: false },
    connection: connectionTo(url),
  }
  return { asked, context }
}

test('a suggested id begins as the newest ones do, and is not taken', async () => {
  const { asked, context } = await partner(['RVT-9', 'RVT-10', 'X'], 1)
  const suggested = await suggestCaptureExternalId({ day: '2026-11-26' }, context)
  expect(suggested).toMatchObject({ ok: true, value: { id: asked[1] } })
  expect(asked).toHaveLength(2)
  expect(asked[1]).toMatch(/^RVT-20261126-[A-Z2-9]{4}$/)
})

test('nothing is suggested when every try was taken', async () => {
  const { asked, context } = await partner([], 9)
  expect(await suggestCaptureExternalId({ day: '2026-11-26' }, context)).toMatchObject({
    ok: false,
    error: { name: 'NoFreeId' },
  })
  expect(asked).toHaveLength(3)
})
