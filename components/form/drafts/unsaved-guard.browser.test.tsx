import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { leaveByKey } from '#components/frame/unsaved-form.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { useTypedGuard } from './unsaved-guard.tsx'

let left = 0

function Values() {
  const box = useRef<HTMLInputElement>(null)
  const guard = useTypedGuard(() => box.current?.value !== '')
  useKeys([{ keys: 'g q', label: 'Queue', run: () => leaveByKey(() => (left += 1)) }])
  return (
    <>
      {guard}
      <TextInput ref={box} aria-label="Value" defaultValue="" />
      <button>Beside</button>
    </>
  )
}

test('typed values that no draft keeps are asked about before a key leaves them', async () => {
  left = 0
  await showPage('/', <Values />)
  await page.getByRole('button', { name: 'Beside' }).click()
  await userEvent.keyboard('gq')
  expect(left).toBe(1)
  await page.getByLabelText('Value').fill('KLM07')
  const unload = new Event('beforeunload', { cancelable: true })
  dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)
  await page.getByRole('button', { name: 'Beside' }).click()
  await userEvent.keyboard('gq')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect.element(page.getByLabelText('Value')).toHaveValue('KLM07')
  expect(left).toBe(1)
  await page.getByRole('button', { name: 'Beside' }).click()
  await new Promise((go) => setTimeout(go, 600))
  await userEvent.keyboard('gq')
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.poll(() => left).toBe(2)
})
