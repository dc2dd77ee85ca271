'use client'
import { useState, type ReactNode } from 'react'
import { Field } from '#components/ui/field.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { proveMyself } from '#lib/actions/account.ts'
import type { Result } from '#lib/core/result.ts'
import { answerOf } from '#components/frame/answer.ts'

const FormDialog = onDemand(() =>
  import('#components/ui/form-dialog.tsx').then((module) => module.FormDialog),
)

/**
 * Sends what changes rights or keys. Where the server first wants to know who is at the browser,
 * `proof` is the dialog that asks for the password; the act is then sent again. Without the
 * password the refusal is the answer.
 */
export function useProof(): {
  ask: <T>(send: () => Promise<Result<T>>) => Promise<Result<T>>
  proof: ReactNode
} {
  const [asked, setAsked] = useState<{ end: (isProven: boolean) => void }>()
  const ask = async <T,>(send: () => Promise<Result<T>>): Promise<Result<T>> => {
    const result = await answerOf(send())
    if (result.ok || result.error.name !== 'ProofNeeded') return result
    const isProven = await new Promise<boolean>((end) => setAsked({ end }))
    setAsked(undefined)
    return isProven ? answerOf(send()) : result
  }
  const proof = asked && (
    <FormDialog
      title="Confirm that it’s you"
      description="You signed in more than 10 minutes ago, and this changes rights or keys."
      button="Continue"
      busyWords="Checking…"
      send={({ password = '' }) => proveMyself({ password })}
      onDone={() => asked.end(true)}
      onClose={() => asked.end(false)}
    >
      {(complaint) => (
        <Field label="Your password" name="password" error={complaint('password')}>
          {(control) => <TextInput {...control} type="password" autoComplete="current-password" />}
        </Field>
      )}
    </FormDialog>
  )
  return { ask, proof }
}
