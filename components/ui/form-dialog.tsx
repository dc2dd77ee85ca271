'use client'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { answerOf } from '#components/frame/answer.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { RequestNote } from './request-note.tsx'
import type { Failure, Result } from '#lib/core/result.ts'

type FormProps = {
  title: string
  description: string
  button: string
  /** The button's words while the answer is awaited. */
  busyWords: string
  send: (values: { [name: string]: string }) => Promise<Result<unknown>>
  onDone: () => void
  onClose: () => void
  children: (complaint: (name: string) => string | undefined) => ReactNode
}

/**
 * A dialog with a form: its values are sent by their names, and complaints come back to their
 * fields. A console that does not answer is a complaint too. A key is held by the page only while
 * it is typed: the boxes are read at the press and gone with the dialog.
 */
export function FormDialog({
  title,
  description,
  button,
  busyWords,
  send,
  onDone,
  onClose,
  children,
}: FormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const values = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value),
    ])
    const result = await answerOf(send(Object.fromEntries(values) as { [name: string]: string }))
    setBusy(false)
    if (result.ok) return onDone()
    setFailure(result.error)
    const first = result.error.issues[0]?.path
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  const complaint = (name: string) => failure?.issues.find(({ path }) => path === name)?.message
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={id} tone="primary" busy={busy}>
        {busy ? busyWords : button}
      </Button>
    </>
  )
  // While its values are sent, Escape is for a question that comes before the answer: only Cancel
  // closes this dialog.
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      actions={actions}
    >
      <form
        ref={form}
        id={id}
        method="post"
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-3"
      >
        {children(complaint)}
      </form>
      <p role="alert" className="text-sm text-red not-empty:mt-3">
        {failure && failure.issues.length === 0 && (
          <>
            {failure.message} <RequestNote id={failure.requestId} />
          </>
        )}
      </p>
    </Dialog>
  )
}
