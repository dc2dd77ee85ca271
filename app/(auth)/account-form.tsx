'use client'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useIsReady } from '#components/frame/ready.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { useBeginInFirstField } from '#components/ui/first-field.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import { resultOf } from '#lib/core/failure-error.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import { requestSignIn } from './sign-in/request-sign-in.ts'

const allFields = [
  { name: 'code', label: 'One-time code', autoComplete: 'one-time-code', type: 'text' },
  { name: 'name', label: 'Your name', autoComplete: 'name', type: 'text' },
  { name: 'email', label: 'E-mail address', autoComplete: 'username', type: 'email' },
  {
    name: 'password',
    label: 'Password',
    autoComplete: 'new-password',
    type: 'password',
    hint: 'At least 12 characters.',
    minLength: 12,
  },
] as const

type AccountFormProps = {
  asks: readonly (typeof allFields)[number]['name'][]
  /** The server action that makes the account. */
  send: (values: { [name: string]: unknown }) => Promise<Result<null>>
  /** The address that signs in afterwards, where the form does not ask for it. */
  email?: string
  /** Why the sign-in page is opened afterwards, where signing in needs more than the password. */
  done: 'set-up' | 'joined' | 'new-password'
  button: string
  busyWords?: string
  /** More to choose, with its complaints. */
  children?: (complaint: (name: string) => string | undefined) => ReactNode
}

/**
 * A form that makes an account or gives it a new password, by a code or a link, and signs the person
 * in.
 */
export function AccountForm({
  asks,
  send,
  email,
  done,
  button,
  busyWords = 'Creating the account…',
  children,
}: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isReady = useIsReady()
  useBeginInFirstField(form, isReady)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const complaint = (name: string) => failure?.issues.find((issue) => issue.path === name)?.message
  const fields = allFields.filter(({ name }) => asks.includes(name))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    setBusy(true)
    const result = await resultOf(send(values))
    if (result.ok) {
      const step = await requestSignIn(email ?? String(values.email), String(values.password))
      return location.assign(step.is === 'signed-in' ? '/' : `/sign-in?reason=${done}`)
    }
    setBusy(false)
    setFailure(result.error)
    const first = fields.find((field) =>
      result.error.issues.some((issue) => issue.path === field.name),
    )
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus()
  }

  return (
    <>
      <div role="alert">
        {failure && (
          <p className="mt-6 rounded-control border border-red/40 bg-red-tint px-3 py-2.5 text-sm text-red">
            {failure.message}
          </p>
        )}
      </div>
      <form ref={form} method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        {fields.map(({ name, label, ...input }) => (
          <Field
            key={name}
            name={name}
            label={label}
            hint={'hint' in input ? input.hint : undefined}
            error={complaint(name)}
          >
            {(control) => (
              <TextInput
                {...control}
                required
                type={input.type}
                autoComplete={input.autoComplete}
                minLength={'minLength' in input ? input.minLength : undefined}
                mono={name === 'code'}
                className="h-10!"
              />
            )}
          </Field>
        ))}
        {children?.(complaint)}
        <Button
          type="submit"
          tone="primary"
          busy={busy}
          disabled={!isReady}
          className="mt-1 h-10! text-base!"
        >
          {busy ? busyWords : button}
        </Button>
      </form>
    </>
  )
}
