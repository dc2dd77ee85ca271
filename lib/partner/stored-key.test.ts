import { afterEach, expect, test } from 'vitest'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { connections } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { operations } from '#lib/contract/operations.ts'
import { call } from './call.ts'
import { sendJson, startTestPartner } from './test-partner.ts'

afterEach(async () => {
  await stopTestConsole()
  delete process.env.PARTNER_CLIENT_ID
  delete process.env.PARTNER_CLIENT_SECRET
})

test('an address changed in the database gets neither the key nor an earlier token', async () => {
  const own = await startTestPartner((response) =>
    sendJson(response, 200, { access_token: 't', expires_in: 3600 }),
  )
  const evil = await startTestPartner((response) => sendJson(response, 200, {}))
  try {
    await startTestConsole({
      PARTNER_BASE_URL: own.url,
      PARTNER_CLIENT_ID: 'me',
      PARTNER_CLIENT_SECRET: 'secret',
    })
    const ask = async () =>
      call(await activeConnection(), operations.getPatient, { params: { patient_id: 'x' } })
    await ask()
    expect(own.seen.map(({ authorization }) => authorization)).toEqual(['', 'Bearer t'])
    await (await consoleDb()).update(connections).set({ preEncounterUrl: evil.url })
    await expect(ask()).rejects.toThrow('does not open')
    expect(evil.seen).toEqual([])
  } finally {
    await own.close()
    await evil.close()
  }
})
