'use client'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { sendCode, signInWithPasskey, type Method, type Step } from './request-sign-in.ts'

type SecondStepProps = {
  methods: readonly Method[]
  onSignedIn: () => void
  /** Back to the password, with the reason where there is one. */
  onAgain: (reason?: string) => void
}

const kinds = {
  code: {
    label: 'Code',
    hint: 'Six digits from your authenticator app.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes that you kept. It works once.',
    other: 'Use your app',
  },
} as const

/** Asks for the second factor after the password: the app's code, a recovery code or a passkey. */
export function SecondStep({ methods, onSignedIn, onAgain }: SecondStepProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('code')
  const [busy, setBusy] = useState<'code' | 'passkey'>()
  const [problem, setProblem] = useState<string>()
  const hasApp = methods.includes('totp')
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => input.current?.querySelector<HTMLElement>('input, button')?.focus(), [])

  const run = async (what: 'code' | 'passkey', asked: Promise<Step>) => {
    setBusy(what)
    setProblem(undefined)
    const step = await asked
    if (step.is === 'signed-in') return onSignedIn()
    setBusy(undefined)
    if (step.is !== 'refused') return
    if (step.expired) return onAgain(step.message)
    setProblem(step.message)
    if (what === 'code') input.current?.querySelector('input')?.select()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    if (!busy) void run('code', sendCode(code, kind))
  }
  const usePasskey = () => void run('passkey', signInWithPasskey())
  const { label, hint, other } = kinds[kind]

  return (
    <div ref={input} className="mt-6 flex flex-col gap-4">
      {hasApp ? (
        <form method="post" onSubmit={submit} className="flex flex-col gap-4">
          <Field
            label={label}
            name="code"
            hint={hint}
            error={problem && <span role="alert">{problem}</span>}
          >
            {(control) => (
              <TextInput
                {...control}
                required
                mono
                inputMode={kind === 'code' ? 'numeric' : 'text'}
                autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
                spellCheck={false}
                maxLength={40}
                className="h-10!"
              />
            )}
          </Field>
          <Button type="submit" tone="primary" busy={busy === 'code'} className="h-10! text-base!">
            {busy === 'code' ? 'Checking…' : 'Continue'}
          </Button>
        </form>
      ) : (
        <>
          <p className="text-sm text-ink-2">
            Your account needs its passkey as well. If you no longer have it, ask an administrator
            to reset your second factor.
          </p>
          <p role="alert" className="text-sm text-red empty:hidden">
            {problem}
          </p>
        </>
      )}
      {methods.includes('passkey') && (
        <Button
          tone={hasApp ? undefined : 'primary'}
          busy={busy === 'passkey'}
          onClick={usePasskey}
          className="h-10! text-base!"
        >
          Use your passkey
        </Button>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {hasApp && (
          <button
            type="button"
            className="font-medium text-accent underline underline-offset-2"
            onClick={() => {
              setKind(kind === 'code' ? 'recovery' : 'code')
              setProblem(undefined)
              const box = input.current?.querySelector('input')
              if (!box) return
              box.value = ''
              box.focus()
            }}
          >
            {other}
          </button>
        )}
        <button
          type="button"
          className="font-medium text-accent underline underline-offset-2"
          onClick={() => onAgain()}
        >
          Start again
        </button>
      </p>
    </div>
  )
}
