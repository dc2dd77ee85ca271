'use client'
import { useEffect, useState } from 'react'
import { AccountForm } from '#app/(auth)/account-form.tsx'
import { resultOf } from '#lib/core/failure-error.ts'
import { fail, type Result } from '#lib/core/result.ts'

type Invited = { email: string; role: string }

type InvitationFormProps = {
  /** The server actions: whom a token is for, and the account for it. */
  read: (input: unknown) => Promise<Result<Invited>>
  join: (input: unknown) => Promise<Result<null>>
}

/** Says whom the invitation is for, and asks for what the account still needs. */
export function InvitationForm({ read, join }: InvitationFormProps) {
  const [found, setFound] = useState<{ token: string; result: Result<Invited> }>()
  useEffect(() => {
    const token = location.hash.slice(1)
    const asked: Promise<Result<Invited>> =
      token === ''
        ? Promise.resolve(fail('InvalidInput', 'This link is incomplete. Copy the whole of it.'))
        : read({ token })
    void resultOf(asked).then((result) => setFound({ token, result }))
  }, [read])
  if (!found) return <p className="mt-1.5 text-base text-ink-2">Reading the invitation…</p>
  const { token, result } = found
  if (!result.ok)
    return (
      <p
        role="alert"
        className="mt-6 rounded-control border border-red/40 bg-red-tint px-3 py-2.5 text-sm text-red"
      >
        {result.error.message}
      </p>
    )
  return (
    <>
      <p className="mt-1.5 text-base text-ink-2">
        You’re invited as {result.value.role} with {result.value.email}. Choose your password.
      </p>
      <AccountForm
        asks={['name', 'password']}
        send={(values) => join({ ...values, token })}
        done="joined"
        button="Create the account"
      />
    </>
  )
}
