'use client'
import { useEffect, useState } from 'react'
import { AccountForm } from '#app/(auth)/account-form.tsx'
import { resultOf } from '#lib/core/failure-error.ts'
import { fail, type Result } from '#lib/core/result.ts'

type Invited = { email: string; role: string; name?: string }

type InvitationFormProps = {
  /** The server actions: whom a token is for, the account for it, and a new password for it. */
  read: (input: unknown) => Promise<Result<Invited>>
  join: (input: unknown) => Promise<Result<null>>
  choosePassword: (input: unknown) => Promise<Result<null>>
}

/** Says whom the link is for, and asks for what the account still needs. */
export function InvitationForm({ read, join, choosePassword }: InvitationFormProps) {
  const [found, setFound] = useState<{ token: string; result: Result<Invited> }>()
  useEffect(() => {
    const token = location.hash.slice(1)
    const asked: Promise<Result<Invited>> =
      token === ''
        ? Promise.resolve(fail('InvalidInput', 'This link is incomplete. Copy the whole of it.'))
        : read({ token })
    void resultOf(asked).then((result) => setFound({ token, result }))
  }, [read])
  if (!found) return <p className="mt-6 text-base text-ink-2">Reading the link…</p>
  const { token, result } = found
  if (!result.ok)
    return (
      <>
        <Heading>Invitation</Heading>
        <p
          role="alert"
          className="mt-6 rounded-control border border-red/40 bg-red-tint px-3 py-2.5 text-sm text-red"
        >
          {result.error.message}
        </p>
      </>
    )
  const { email, role, name } = result.value
  if (name !== undefined)
    return (
      <>
        <Heading>New password</Heading>
        <p className="mt-1.5 text-base text-ink-2">
          {name}, choose a new password for {email}. You’re signed out everywhere else then.
        </p>
        <AccountForm
          asks={['password']}
          email={email}
          send={(values) => choosePassword({ ...values, token })}
          done="new-password"
          button="Save the password"
          busyWords="Saving the password…"
        />
      </>
    )
  return (
    <>
      <Heading>Invitation</Heading>
      <p className="mt-1.5 text-base text-ink-2">
        You’re invited as {role} with {email}. Choose your password.
      </p>
      <AccountForm
        email={email}
        asks={['name', 'password']}
        send={(values) => join({ ...values, token })}
        done="joined"
        button="Create the account"
      />
    </>
  )
}

function Heading({ children }: { children: string }) {
  return <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">{children}</h1>
}
