import { useState, type ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useKeys } from '#components/frame/keys/keys.ts'
import { showPage } from '#components/testing/page.testing.tsx'
import { Dialog } from './dialog.tsx'
import { onDemand } from './on-demand.tsx'

type PartProps = { onClose: () => void }

/** A menu whose code fails to load some times. */
function menuAfter(failures: number) {
  let left = failures
  return onDemand<PartProps>(async () => {
    if (left-- > 0) throw new Error('Failed to load chunk')
    return ({ onClose }) => (
      <div role="menu" aria-label="Snooze">
        <button onClick={onClose}>Tomorrow</button>
      </div>
    )
  })
}

let pressed = 0

type EditorProps = { Part: ComponentType<PartProps>; inDialog?: boolean }

function Editor({ Part, inDialog = false }: EditorProps) {
  const [isOpen, setOpen] = useState(false)
  useKeys([{ keys: 'j', label: 'Next', run: () => (pressed += 1) }])
  const content = (
    <>
      <input aria-label="Prior authorization" />
      <button onClick={() => setOpen(true)}>Snooze</button>
      {isOpen && <Part onClose={() => setOpen(false)} />}
    </>
  )
  return inDialog ? (
    <Dialog open title="Note" onOpenChange={() => undefined}>
      {content}
    </Dialog>
  ) : (
    content
  )
}

const box = page.getByLabelText('Prior authorization')
const note = page.getByText('This couldn’t be loaded. Check your connection, then try again.')

for (const inDialog of [false, true])
  test(`a part that cannot be loaded leaves the page${inDialog ? ' and its dialog' : ''} and offers another try`, async () => {
    pressed = 0
    await showPage('/', <Editor Part={menuAfter(2)} inDialog={inDialog} />)
    await box.fill('PA-4471')
    await page.getByRole('button', { name: 'Snooze' }).click()
    await expect.element(note).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Snooze' })).toHaveFocus()
    await userEvent.keyboard('j')
    // A dialog holds the page's keys.
    expect(pressed).toBe(inDialog ? 0 : 1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(note).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('menu', { name: 'Snooze' })).toBeVisible()
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(box).toHaveValue('PA-4471')
  })

test('the note is closed, and the next press fetches the part anew', async () => {
  await showPage('/', <Editor Part={menuAfter(1)} />)
  const button = page.getByRole('button', { name: 'Snooze' })
  await button.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await button.click()
  await expect.element(page.getByRole('menu', { name: 'Snooze' })).toBeVisible()
})
