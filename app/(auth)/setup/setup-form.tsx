'use client'
import { useState, useSyncExternalStore } from 'react'
import { AccountForm } from '#app/(auth)/account-form.tsx'
import { TimeZoneField } from '#components/settings/time-zone-field.tsx'
import { assumedTimeZone } from '#lib/core/time-zone.ts'
import type { Result } from '#lib/core/result.ts'

type SetupFormProps = {
  /** The server action that makes the first administrator. */
  claim: (input: unknown) => Promise<Result<null>>
}

/**
 * Asks for the first administrator and the organization's time zone, at first that of the browser.
 * The link of the server's log brings the one-time code in the address's fragment, which no browser
 * sends to a server; without it the code is typed.
 */
export function SetupForm({ claim }: SetupFormProps) {
  const brought = useSyncExternalStore(never, codeInAddress, () => undefined)
  const [isRefused, setRefused] = useState(false)
  if (brought === undefined) return null
  const code = isRefused ? '' : brought
  return (
    <AccountForm
      asks={code === '' ? ['code', 'name', 'email', 'password'] : ['name', 'email', 'password']}
      send={async (values) => {
        const result = await claim({ code, ...values })
        // Where the link was cut short, the person types the code.
        if (!result.ok && result.error.issues.some(({ path }) => path === 'code')) setRefused(true)
        return result
      }}
      done="set-up"
      button="Create the administrator"
    >
      {(complaint) => <TimeZoneField first={assumedTimeZone()} error={complaint('time_zone')} />}
    </AccountForm>
  )
}

const never = () => () => {}
const codeInAddress = () => location.hash.slice(1)
