import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { pageTimeZone } from '#components/frame/page-day.ts'
import { useToday } from '#components/frame/use-today.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { localDateAt } from '#lib/core/local-date.ts'
import { timeZoneHeader } from '#lib/core/time-zone.ts'
import { askSession } from './presence.ts'

// Their days are never the same.
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

afterEach(() => vi.restoreAllMocks())

function Today() {
  return <output>{useToday('2020-01-01')}</output>
}

test('an open page counts days by the time zone that was chosen since it was loaded', async () => {
  await showPage('/', <Today />)
  pageTimeZone.set(east)
  const today = page.getByRole('main').getByRole('status')
  await expect.element(today).toHaveTextContent(localDateAt(Date.now(), east))
  let zone = west
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(null, { status: 204, headers: { [timeZoneHeader]: zone } }),
  )
  expect(await askSession()).toBe('alive')
  await expect.element(today).toHaveTextContent(localDateAt(Date.now(), west))
  // A browser that doesn’t know the zone stays with the one that it has.
  zone = 'Mars/Olympus'
  expect(await askSession()).toBe('alive')
  await expect.element(today).toHaveTextContent(localDateAt(Date.now(), west))
})
