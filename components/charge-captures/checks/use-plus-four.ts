'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { facilitiesQuery, providersQuery } from '#lib/queries/options.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { plusFourIn } from '#lib/rules/new-records/plus-four.ts'
import type { ScrubInput } from '#lib/rules/scrub/rule.ts'

/** So many facilities of one name are looked through for the one with the NPI: facilities are not found by NPI. */
const mostOfOneName = 20

/**
 * The four digits after a facility's ZIP code in the organisation's own records of its NPI. They are asked for only
 * while a form's facility lacks them.
 */
export function usePlusFour({ data }: DraftObject): ScrubInput['findPlusFour'] {
  const npi = textAt(data, 'service_facility.npi') ?? ''
  const zip = textAt(data, 'service_facility.address.zip_code')
  const name = textAt(data, 'service_facility.organization_name')
  const enabled = isNpi(npi) && zip !== undefined && !textAt(data, 'service_facility.address.zip_plus_four_code')
  const facilities = useQuery({ ...facilitiesQuery({ ...(name && { name }), limit: mostOfOneName }), enabled })
  const providers = useQuery({ ...providersQuery({ npi, limit: 1 }), enabled })
  const isWaiting = facilities.isLoading || providers.isLoading
  return useMemo(() => {
    const records = { facilities: facilities.data?.items ?? [], providers: providers.data?.items ?? [] }
    return (askedNpi, askedZip) => (isWaiting ? undefined : (plusFourIn(records, askedNpi, askedZip) ?? null))
  }, [facilities.data, providers.data, isWaiting])
}
