'use client'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useIsReady } from '#components/frame/ready.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { DemoAccounts, type Demo } from './demo-accounts.tsx'
import {
  requestSignIn,
  requestSingleSignOn,
  signInWithPasskey,
  type Method,
  type Step,
} from './request-sign-in.ts'
import { SecondStep } from './second-step.tsx'

type SignInFormProps = {
  /** Where to go afterwards; the server has checked that it is a path of this console. */
  next: string
  /** Why the person is here, when there is a reason to say. */
  notice?: string
  /** Why single sign-on did not sign the person in. */
  refusal?: string
  /** The name of the identity provider, when there is one. */
  ssoName?: string
  demo?: Demo
  /** False at an IP address, where browsers know no passkeys. */
  hasPasskeys: boolean
  /**
   * The second factors to ask for at once, where the person comes back from another way to sign in.
   */
  methods?: readonly Method[]
}

/** Signing in: the password or a passkey, then the second factor where the account has one. */
export function SignInForm({ methods: first, ...given }: SignInFormProps) {
  const [methods, setMethods] = useState(first)
  const [refusal, setRefusal] = useState(given.refusal)
  const again = (reason?: string) => {
    setMethods(undefined)
    setRefusal(reason)
  }
  if (!methods) return <PasswordStep {...given} refusal={refusal} onSecondStep={setMethods} />
  return (
    <SecondStep methods={methods} onSignedIn={() => location.assign(given.next)} onAgain={again} />
  )
}

type PasswordStepProps = Omit<SignInFormProps, 'methods' | 'refusal'> & {
  /** Why the person is back at the password. */
  refusal: string | undefined
  onSecondStep: (methods: readonly Method[]) => void
}

/**
 * The form with the password. Its boxes are open from the start, because password managers skip
 * closed ones; its buttons wait until they work, and a browser sends no form whose button is
 * closed. It posts to the sign-in route, so that the server's rate limit counts every try.
 */
function PasswordStep({
  next,
  notice,
  ssoName,
  demo,
  hasPasskeys,
  refusal,
  onSecondStep,
}: PasswordStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const isReady = useIsReady()
  const [busy, setBusy] = useState<'password' | 'passkey' | 'provider'>()
  const [problem, setProblem] = useState(refusal)

  useEffect(() => {
    // The page has one purpose, so typing can start at once, unless the person already went
    // somewhere in it.
    if (form.current && document.activeElement === document.body)
      fieldsOf(form.current).email.focus()
  }, [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const { email, password } = fieldsOf(event.currentTarget)
    const tried = password.value
    if (await run('password', requestSignIn(email.value.trim(), tried))) return
    // A password typed anew while the answer was on its way stays.
    if (password.value === tried) password.value = ''
    password.focus()
  }

  // True unless the step was refused.
  const run = async (what: 'password' | 'passkey', asked: Promise<Step>) => {
    setBusy(what)
    setProblem(undefined)
    const step = await asked
    // A whole page load: nothing of what was held before signing in stays in memory.
    if (step.is === 'signed-in') location.assign(next)
    else {
      setBusy(undefined)
      if (step.is === 'refused') setProblem(step.message)
      else onSecondStep(step.methods)
    }
    return step.is !== 'refused'
  }

  const goToProvider = async () => {
    if (busy) return
    setBusy('provider')
    setProblem(undefined)
    const answer = await requestSingleSignOn(next)
    if ('url' in answer) return location.assign(answer.url)
    setBusy(undefined)
    setProblem(answer.problem)
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
        <p className="mt-6 rounded-control border border-line bg-sunk px-3 py-2.5 text-sm">
          {notice}
        </p>
      )}
      <div role="alert">
        {problem && (
          <p className="mt-6 rounded-control border border-red/40 bg-red-tint px-3 py-2.5 text-sm text-red">
            {problem}
          </p>
        )}
      </div>
      {ssoName && (
        <>
          <Button
            tone="primary"
            busy={busy === 'provider'}
            disabled={!isReady}
            onClick={() => void goToProvider()}
            className="mt-6 h-10! w-full text-base!"
          >
            Sign in with {ssoName}
          </Button>
          <p className="mt-6 text-sm text-ink-2">Or with a password:</p>
        </>
      )}
      <form ref={form} method="post" onSubmit={submit} className="mt-6 flex flex-col gap-4">
        <Field label="E-mail address" name="email">
          {(control) => (
            <TextInput
              {...control}
              required
              type="email"
              inputMode="email"
              autoComplete="username"
              className="h-10!"
            />
          )}
        </Field>
        <Field label="Password" name="password">
          {(control) => (
            <TextInput
              {...control}
              required
              type="password"
              autoComplete="current-password"
              className="h-10!"
            />
          )}
        </Field>
        <Button
          type="submit"
          tone={ssoName ? 'plain' : 'primary'}
          busy={busy === 'password'}
          disabled={!isReady}
          className="mt-1 h-10! text-base!"
        >
          {busy === 'password' ? 'Signing in…' : 'Sign in'}
        </Button>
        {hasPasskeys && (
          <Button
            busy={busy === 'passkey'}
            disabled={!isReady}
            onClick={() => void run('passkey', signInWithPasskey())}
            className="h-10! text-base!"
          >
            Sign in with a passkey
          </Button>
        )}
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
