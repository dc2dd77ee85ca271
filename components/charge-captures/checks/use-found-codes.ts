'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { diagnosisCodesQuery } from '#lib/queries/options.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import { codesOf, type FindCode } from '#lib/rules/scrub/icd10-lists.ts'

/**
 * What the server's yearly lists say of the diagnosis codes in a form: the few codes are sent, never the lists. Silent
 * until it answers, where it cannot, and for codes typed since.
 */
export function useFoundCodes(draft: DraftObject): FindCode {
  const asked = useMemo(() => {
    const codes = codesOf(draft.data).map(({ fiscal_year, code }) => ({ fiscal_year, code }))
    // The same codes in another order are the same question.
    return codes.toSorted((a, b) => a.code.localeCompare(b.code)).slice(0, 200)
  }, [draft])
  const { data } = useQuery(diagnosisCodesQuery(asked))
  return useMemo(() => {
    const found = new Map(data?.map(({ fiscal_year, code, standing }) => [`${fiscal_year} ${code}`, standing]))
    return ({ fiscal_year, code }) => found.get(`${fiscal_year} ${code}`)
  }, [data])
}
