'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { providersQuery } from '#lib/queries/options.ts'
import type { Among } from './look-up-kinds.ts'

const words = { rendering: ['to render', 'a rendering provider'], billing: ['to bill', 'a billing provider'] } as const

/**
 * Says where the organization has a provider of the NPI in the form, but not in the role that it is given there. Nothing
 * where it cannot be looked up, or where no such provider is known: the partner takes providers that it does not know.
 */
export function ProviderRole({ at, among }: { at: string; among: Among }) {
  const { getValues } = useFormContext()
  const read = () => String(getValues(`${at}.npi`) ?? '').trim()
  const [npi, setNpi] = useState(read)
  useFormPulse(() => setNpi(read()))
  const { data } = useQuery({ ...providersQuery({ npi }), enabled: /^\d{10}$/.test(npi) })
  const known = data?.is_available ? data.items.filter((provider) => provider.npi === npi) : []
  const isOther = known.length > 0 && known.every((provider) => provider[`is_${among}`] === false)
  const [verb, noun] = words[among]
  return (
    <p role="status" className="mt-2 text-xs text-amber empty:hidden">
      {isOther && `This provider isn’t set up ${verb}. The partner may refuse it as ${noun}.`}
    </p>
  )
}
