import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openCapture } from '#components/testing/capture.testing.tsx'
import { sectionOf } from '#components/testing/page.testing.tsx'

test('a line whose payer asks for what no field holds has a sentence that says so', async () => {
  const codes = ['A0427', 'A0425', 'G0463', '98941', 'E0431']
  await openCapture((data) => ({
    service_lines: [
      ...codes.map((procedure_code) => ({ ...data.service_lines![0]!, procedure_code })),
      { ...data.service_lines![0]!, procedure_code: null, revenue_code: '0124' },
    ],
  }))
  const lines = sectionOf('Service lines')
  for (const sentence of [
    'Lines 1, 2: The partner has no fields for the pick-up, drop-off, distance',
    'Line 4: The partner has no fields for the first treatment',
    'Line 5: The partner has no fields for a certificate',
    'Line 6: The partner has no fields for the type of bill',
  ])
    await expect.element(lines).toMatchTextContent(sentence)
  await expect.element(lines).not.toMatchTextContent('Line 3:')
  // It follows what is typed.
  await page.getByField('data.service_lines.3.procedure_code').fill('G0463')
  await expect.element(lines).not.toMatchTextContent('Line 4:')
})
