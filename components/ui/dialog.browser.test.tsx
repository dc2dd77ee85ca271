import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showPage } from '#components/testing/page.testing.tsx'
import { ok } from '#lib/core/result.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextInput } from './text-input.tsx'
import { Textarea } from './textarea.tsx'

function Note({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title="Note"
      onOpenChange={(open) => !open && onClose()}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <Field name="note" label="Note">
        {(control) => <Textarea {...control} defaultValue="Asked Ida. " />}
      </Field>
    </Dialog>
  )
}

function FollowUp({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  return (
    <FormDialog
      title="Log a follow-up"
      description=""
      button="Log"
      busyWords="Logging…"
      send={async () => ok(null)}
      onDone={onClose}
      onClose={onClose}
    >
      {() => (
        <Field name="note" label="Note">
          {(control) => (
            <TextInput {...control} value={text} onChange={({ target }) => setText(target.value)} />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

function Opener({ of: Content }: { of: typeof Note }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <Content onClose={() => setOpen(false)} /> : <p>Closed</p>
}

const box = page.getByLabelText('Note').last()
const question = page.getByText('Discard what you typed?')
const pressOutside = () => userEvent.click(document.documentElement, { position: { x: 5, y: 5 } })

test.each([
  ['a dialog', Note],
  ['a form in a dialog', FollowUp],
])('%s asks before typed text is lost by Escape or a press outside', async (_, content) => {
  await showPage('/', <Opener of={content} />)
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('called the payer')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Go on typing' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(box).toHaveFocus()
  await pressOutside()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect((box.element() as HTMLInputElement).value).toContain('called the payer')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('Closed')).toBeVisible()
})

test('a dialog without typed text closes at once', async () => {
  await showPage('/', <Opener of={Note} />)
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Closed')).toBeVisible()
})
