'use client'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useIsReady } from '#components/frame/ready.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { DemoAccounts, type Demo } from './demo-accounts.tsx'
import { requestSignIn } from './request-sign-in.ts'

type SignInFormProps = {
  /** Where to go afterwards; the server has checked that it is a path of this console. */
  next: string
  /** Why the person is here, when there is a reason to say. */
  notice?: string
  demo?: Demo
}

/**
 * The sign-in form. Its boxes are open from the start, because password managers skip closed ones; its buttons wait until
 * they work, and a browser sends no form whose button is closed. It posts to the sign-in route, so that the server's
 * rate limit counts every try.
 */
export function SignInForm({ next, notice, demo }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isReady = useIsReady()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    // The page has one purpose, so typing can start at once, unless the person already went somewhere in it.
    if (form.current && document.activeElement === document.body) fieldsOf(form.current).email.focus()
  }, [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const { email, password } = fieldsOf(event.currentTarget)
    setBusy(true)
    setProblem(undefined)
    const tried = password.value
    const refusal = await requestSignIn(email.value.trim(), tried)
    // A whole page load: nothing of what was held before signing in stays in memory.
    if (refusal === undefined) return location.assign(next)
    setBusy(false)
    setProblem(refusal)
    // A password typed anew while the answer was on its way stays.
    if (password.value === tried) password.value = ''
    password.focus()
  }

  const fill = (email: string, secret: string) => {
    if (!form.current) return
    const fields = fieldsOf(form.current)
    fields.email.value = email
    fields.password.value = secret
    setProblem(undefined)
    form.current.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus()
  }

  return (
    <>
      {notice && !problem && (
        <p className="mt-6 rounded-control border border-line bg-sunk px-3 py-2.5 text-sm">{notice}</p>
      )}
      <div role="alert">
        {problem && (
          <p className="mt-6 rounded-control border border-red/40 bg-red-tint px-3 py-2.5 text-sm text-red">
            {problem}
          </p>
        )}
      </div>
      <form ref={form} method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field label="E-mail address" name="email">
          {(control) => (
            <TextInput {...control} required type="email" inputMode="email" autoComplete="username" className="h-10!" />
          )}
        </Field>
        <Field label="Password" name="password">
          {(control) => (
            <TextInput {...control} required type="password" autoComplete="current-password" className="h-10!" />
          )}
        </Field>
        <Button type="submit" tone="primary" busy={busy} disabled={!isReady} className="mt-1 h-10! text-base!">
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {demo && <DemoAccounts demo={demo} isReady={isReady} onChoose={fill} />}
    </>
  )
}

function fieldsOf(form: HTMLFormElement) {
  return {
    email: form.elements.namedItem('email') as HTMLInputElement, // both boxes are drawn above, always
    password: form.elements.namedItem('password') as HTMLInputElement,
  }
}
