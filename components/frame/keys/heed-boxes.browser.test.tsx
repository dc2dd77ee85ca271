import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { inputsOf } from '#components/testing/answers.testing.ts'
import { openCapture, saveCapture } from '#components/testing/capture.testing.tsx'
import { showPage } from '#components/testing/page.testing.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { saveChargeCapture } from '#lib/actions/records.ts'

function Boxes() {
  const [code, setCode] = useState('')
  const [pressed, setPressed] = useState('')
  return (
    <div role="none" onKeyDown={({ key }) => setPressed(pressed + key)}>
      <TextInput
        aria-label="Payer ID"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <output>{`${[...code].length} ${code} ${pressed}`}</output>
    </div>
  )
}

test('signs that nobody sees leave a box of one line, and the cursor stays', async () => {
  await showPage('/', <Boxes />)
  const box = page.getByLabelText('Payer ID')
  box.element().focus()
  await userEvent.keyboard('KLM7{ArrowLeft}')
  for (const sign of ['\uFEFF', '\u00AD', '\u200E', '\u200B'])
    document.execCommand('insertText', false, `0${sign}`)
  await expect.element(box).toHaveValue('KLM00007')
  expect((box.element() as HTMLInputElement).selectionStart).toBe(7)
  await expect.element(page.getByRole('main')).toMatchTextContent(/8 KLM00007/)
})

test('a key of an input method acts on nothing', async () => {
  await showPage('/', <Boxes />)
  const box = page.getByLabelText('Payer ID').element()
  for (const options of [{ isComposing: true }, { keyCode: 229 }])
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...options }))
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true }))
  await expect.element(page.getByRole('main')).toMatchTextContent(/0 F2/)
})

test('a line with an invisible sign and a short year is sent clean, and a wrong year is not sent', async () => {
  await openCapture(() => ({}))
  const code = page.getByField('data.service_lines.0.procedure_code')
  await code.fill('99214\u200B')
  await expect.element(code).toHaveValue('99214')
  const day = page.getByField('data.service_lines.0.date_of_service')
  day.element().focus()
  await userEvent.keyboard('092626')
  const data = await saveCapture()
  expect(data.service_lines![0]).toMatchObject({
    procedure_code: '99214',
    date_of_service: '2026-09-26',
  })
  day.element().focus()
  await userEvent.keyboard('09260202{Control>}s{/Control}')
  await expect.element(page.getByRole('main')).toMatchTextContent(/Not saved\. 1 field/)
  expect(inputsOf(saveChargeCapture)).toHaveLength(1)
})
