import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Palette } from '#components/palette/palette.tsx'
import { answer } from '#components/testing/answers.testing.ts'
import { type Beginning, expectBegins } from '#components/testing/dialogs.testing.ts'
import { showPage, visits } from '#components/testing/page.testing.tsx'
import { readOpenedLately } from '#lib/actions/personal.ts'
import { listSavedViews } from '#lib/actions/views.ts'
import { ok } from '#lib/core/result.ts'
import { AskDialog } from './ask-dialog.tsx'
import { Button } from './button.tsx'
import { DateDialog } from './date-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextInput } from './text-input.tsx'

// Every letter of the lists' keys, and sequences that lead to other pages.
const sentence = 'Partner keys jxasrb rotated at night, g h?'
const letters = 'jkxasrbewghmvzu?'
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
      <Palette tasks={[]} />
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
  answer(listSavedViews, () => ({ views: [], may_share: false, default_roles: [] }))
  answer(readOpenedLately, () => [])
  await showPage('/page', <Opener dialog={dialog} />)
}

async function expectNothingRan(open: number): Promise<void> {
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(open)
  expect(page.getByRole('menu').elements()).toHaveLength(0)
  expect(ran).toEqual([])
  expect(visits()).toEqual([])
}

/** Types keys in one moment: the last of them would otherwise come half a second later. */
function typeAtOnce(keys: string): void {
  for (const key of keys) {
    const isLetter = key !== '?'
    const code = isLetter ? `Key${key.toUpperCase()}` : 'Slash'
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', {
        key,
        code,
        shiftKey: !isLetter,
        bubbles: true,
        cancelable: true,
      }),
    )
  }
}

/** Types into an open dialog, closes it, and goes on typing; afterwards the page's keys work again. */
async function typeThrough(at: Beginning): Promise<string[]> {
  // In a date box a blank opens the browser's calendar, which takes the next Escape.
  const isDate = document.activeElement!.matches('input[type="date"]')
  const text = isDate ? sentence.replaceAll(' ', '') : sentence
  await userEvent.keyboard(at === 'first field' ? text : letters)
  await expectNothingRan(1)
  await userEvent.keyboard('{Escape}')
  // Somebody who types goes on for a moment; the dialog closes with the same key.
  typeAtOnce(letters)
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

test.each([
  ['Search and go to', '{Control>}k{/Control}', 'first field'],
  ['Keys', '?', 'the dialog'],
] as const)('%s opens by its key and takes typing alike', async (title, keys, at) => {
  await openPage(() => null)
  await userEvent.keyboard(keys)
  await expectBegins(title, at)
  expect(new Set(await typeThrough(at))).toEqual(new Set(['j']))
})

test('what is typed in a field of a page runs no command', async () => {
  await openPage(() => null)
  await page.getByLabelText('Box of the page').click()
  await userEvent.keyboard(sentence)
  await expectNothingRan(0)
  await expect.element(page.getByLabelText('Box of the page')).toHaveValue(sentence)
})
