import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useKeys } from '#components/frame/keys/keys.ts'
import {
  type Beginning,
  expectBegins,
  letters,
  sentence,
  typeAtOnce,
} from '#components/testing/dialogs.testing.ts'
import { showPage, visits } from '#components/testing/page.testing.tsx'
import { ok } from '#lib/core/result.ts'
import { AskDialog } from './ask-dialog.tsx'
import { Button } from './button.tsx'
import { DateDialog } from './date-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextInput } from './text-input.tsx'

const bound = [...'jkxasrbewmvu', 'g h']

let ran: string[] = []

/** A page with the keys of a list that opens a dialog. */
function Opener({ dialog }: { dialog: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  useKeys(bound.map((keys) => ({ keys, label: `Key ${keys}`, run: () => void ran.push(keys) })))
  return (
    <>
      <h1>A page</h1>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <input aria-label="Box of the page" />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}

const name = (
  <Field label="Name" name="name">
    {(control) => <TextInput {...control} defaultValue="" />}
  </Field>
)

const dialogs: { [title: string]: { at?: Beginning; show: (close: () => void) => ReactNode } } = {
  'A form': {
    show: (close) => (
      <FormDialog
        title="A form"
        description="It has one field."
        button="Save"
        busyWords="Saving…"
        send={async () => ok(null)}
        onDone={close}
        onClose={close}
      >
        {() => name}
      </FormDialog>
    ),
  },
  'A dialog with a field': {
    show: (close) => (
      <Dialog open title="A dialog with a field" onOpenChange={close}>
        {name}
      </Dialog>
    ),
  },
  'A date': {
    show: (close) => (
      <DateDialog
        title="A date"
        description="It has a date."
        name="date"
        label="Date"
        verb="Snooze"
        refusal={() => undefined}
        onDate={close}
        onClose={close}
      />
    ),
  },
  'A question': {
    at: { button: 'Cancel' },
    show: (close) => (
      <AskDialog
        title="A question"
        description="It changes something."
        verb="Do it"
        onDo={() => ran.push('did it')}
        onClose={close}
      />
    ),
  },
  'Only words': {
    at: 'the dialog',
    show: (close) => (
      <Dialog open title="Only words" onOpenChange={close}>
        Nothing to press.
      </Dialog>
    ),
  },
}

async function openPage(dialog: (close: () => void) => ReactNode): Promise<void> {
  ran = []
  await showPage('/page', <Opener dialog={dialog} />)
}

const nextFrame = () => new Promise(requestAnimationFrame)

async function expectNothingRan(open: number): Promise<void> {
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(open)
  expect(page.getByRole('menu').elements()).toHaveLength(0)
  expect(ran).toEqual([])
  expect(visits()).toEqual([])
}

/** Types into an open dialog, closes it, and goes on typing; afterwards the page's keys work again. */
async function typeThrough(at: Beginning): Promise<string[]> {
  await userEvent.keyboard(at === 'first field' ? sentence : letters)
  await expectNothingRan(1)
  // Somebody who types goes on for a moment; the dialog closes with the same key, or asks whether the
  // text may go. The keys and the press come from the page itself: those of the browser can arrive
  // later than that moment.
  typeAtOnce(['Escape'])
  await nextFrame()
  typeAtOnce(letters)
  const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true })
  if (at === 'first field') {
    await expectNothingRan(1)
    ;(discard.element() as HTMLElement).click()
    await nextFrame()
    typeAtOnce(letters)
  }
  await expectNothingRan(0)
  await expect
    .poll(() => {
      typeAtOnce('j')
      return ran
    })
    .toContain('j')
  return ran
}

test.each(Object.entries(dialogs))(
  '%s begins where typing does no harm, and no letter runs a command of the page behind it',
  async (title, { at = 'first field', show }) => {
    await openPage(show)
    await page.getByRole('button', { name: 'Open' }).click()
    await expectBegins(title, at)
    expect(new Set(await typeThrough(at))).toEqual(new Set(['j']))
  },
)

test('the list of keys opens by its key and takes typing alike', async () => {
  await openPage(() => null)
  await userEvent.keyboard('?')
  await expectBegins('Keys', 'the dialog')
  expect(new Set(await typeThrough('the dialog'))).toEqual(new Set(['j']))
})

test('what is typed in a field of a page runs no command', async () => {
  await openPage(() => null)
  await page.getByLabelText('Box of the page').click()
  await userEvent.keyboard(sentence)
  await expectNothingRan(0)
  await expect.element(page.getByLabelText('Box of the page')).toHaveValue(sentence)
})
