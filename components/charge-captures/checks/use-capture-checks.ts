'use client'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { MarkStore } from '#components/form/marks/mark-store.ts'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import type { CheckedDraft, PlacedFinding } from './capture-checks.ts'
import { useQueries, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  diagnosisCodesQuery,
  facilitiesQuery,
  listedCodesQuery,
  payersQuery,
  providersQuery,
} from '#lib/queries/options.ts'
import { filingRulesQuery } from './filing-rules.ts'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { LookUpReply } from '#lib/actions/finding/look-up.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { findDiagnosisCodes } from '#lib/actions/checks.ts'
import { codesOf, type FindCode, type YearCode } from '#lib/rules/scrub/icd10-lists.ts'
import { asksNothing, listQuestionOf } from '#lib/rules/scrub/placed-lists.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { shortPayerIds } from '#lib/rules/scrub/payment.ts'
import { plusFourIn } from '#lib/rules/new-records/plus-four.ts'
import {
  listedParties,
  type FindPayers,
  type FindProviders,
  type ScrubInput,
} from '#lib/rules/scrub/rule.ts'

/** A record whose form is checked, without the form. */
export type CheckedRecord = Omit<CheckedDraft, 'draft' | 'limits'>

const load = () => import('./capture-checks.ts')
const none: readonly PlacedFinding[] = []
const always = () => true

/**
 * Runs the rules over the form whenever typing pauses, and shows the findings beside the fields.
 * Undefined until the rules' code is fetched, which happens after the page is shown. `isHeard`
 * decides by a control's name whether a finding is shown yet.
 */
export function useCaptureChecks(
  { base, editable, body, preEncounter, others }: CheckedRecord,
  marks: MarkStore,
  isHeard: (name: string) => boolean = always,
): readonly PlacedFinding[] | undefined {
  const draft = useSettledDraft()
  const findCode = useFoundCodes(draft)
  const lists = useListedCodes(draft)
  const findPlusFour = usePlusFour(draft)
  const findProviders = useProviderList(draft)
  const findPayers = usePayerList(draft)
  const limits = useQuery(filingRulesQuery(draft.data)).data
  const [rules, setRules] = useState<Awaited<ReturnType<typeof load>>>()
  useEffect(() => {
    let isGone = false
    void load().then(
      (module) => !isGone && setRules(module),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  const findings = useMemo(
    () =>
      rules?.findingsOf({
        base,
        draft,
        editable,
        body,
        preEncounter,
        findCode,
        lists,
        findPlusFour,
        findProviders,
        findPayers,
        others,
        limits,
      }),
    [
      rules,
      base,
      draft,
      editable,
      body,
      preEncounter,
      findCode,
      lists,
      findPlusFour,
      findProviders,
      findPayers,
      others,
      limits,
    ],
  )
  const heard = useMemo(() => findings?.filter(({ name }) => isHeard(name)), [findings, isHeard])
  useLayoutEffect(() => {
    if (rules) marks.put('checks', rules.marksOfFindings(heard ?? none))
  }, [rules, marks, heard])
  return heard
}

/**
 * Checks a form that is about to be saved, with its last keystroke. What can't be read of its
 * payers' limits and its codes' lists is left out; the server checks again.
 */
export async function checkNow(
  client: QueryClient,
  checked: Omit<CheckedDraft, 'limits'>,
): Promise<PlacedFinding[]> {
  const { data } = checked.draft
  const [codes, question] = [askedCodes(data), listQuestionOf(data)]
  const [limits, found, lists] = await Promise.all([
    client.fetchQuery(filingRulesQuery(data)).catch(() => undefined),
    codes.length === 0
      ? undefined
      : client.fetchQuery(diagnosisCodesQuery(codes)).catch(() => undefined),
    asksNothing(question)
      ? undefined
      : client.fetchQuery(listedCodesQuery(question)).catch(() => undefined),
  ])
  // What the form has shown of these lists: the partner may take its time to say more.
  const findProviders: FindProviders = (npi) =>
    entriesOf(client.getQueryData(providersOf(npi).queryKey))
  const findPayers: FindPayers = (id) => entriesOf(client.getQueryData(payersOf(id).queryKey))
  const findCode = finderOf(found)
  return (await load()).findingsOf({
    ...checked,
    limits,
    findCode,
    lists,
    findProviders,
    findPayers,
  })
}

/**
 * What the server's yearly lists say of the diagnosis codes in a form: the few codes are sent,
 * never the lists. Silent until it answers, where it cannot, and for codes typed since.
 */
function useFoundCodes(draft: DraftObject): FindCode {
  const { data } = useQuery(diagnosisCodesQuery(useMemo(() => askedCodes(draft.data), [draft])))
  return useMemo(() => finderOf(data), [data])
}

function askedCodes(data: unknown): YearCode[] {
  const codes = codesOf(data).map(({ fiscal_year, code }) => ({ fiscal_year, code }))
  // The same codes in another order are the same question.
  return codes.toSorted((a, b) => a.code.localeCompare(b.code)).slice(0, 200)
}

function finderOf(codes: ReplyOf<typeof findDiagnosisCodes> | undefined): FindCode {
  const found = new Map(
    codes?.map(({ fiscal_year, code, standing }) => [`${fiscal_year} ${code}`, standing]),
  )
  return ({ fiscal_year, code }) => found.get(`${fiscal_year} ${code}`)
}

/**
 * What the server's other lists say of the codes in a form, asked in one question. Silent until it
 * answers, where it cannot, and for codes typed since.
 */
function useListedCodes(draft: DraftObject): CheckedDraft['lists'] {
  const question = useMemo(() => listQuestionOf(draft.data), [draft])
  return useQuery(listedCodesQuery(question)).data
}

/** The organization's providers of one NPI: an organization and a person of it may share one. */
function providersOf(npi: string) {
  return providersQuery({ query: { npi, limit: 10 } })
}

function payersOf(id: string) {
  return payersQuery({ query: { search_term: id, limit: 100 } })
}

// A key that may not look up knows nothing.
function entriesOf<Item>(found: LookUpReply<Item> | undefined) {
  return found?.is_available ? found.items : null
}

/** What the organization's provider list has of the billing and the rendering provider of a form. */
function useProviderList({ data }: DraftObject): FindProviders {
  const npis = useMemo(() => {
    const named = listedParties.map(([party]) => textAt(data, `${party}.npi`) ?? '')
    return [...new Set(named)].filter(isNpi)
  }, [data])
  const known = useQueries({
    queries: npis.map(providersOf),
    combine: (found) => found.map(answerOf),
  })
  return useMemo(() => finderBy(npis, known), [npis, known])
}

/** What the partner's payer list has of the payer IDs of a form that may lack zeros. */
function usePayerList({ data }: DraftObject): FindPayers {
  const ids = useMemo(() => shortPayerIds(data), [data])
  const known = useQueries({
    queries: ids.map(payersOf),
    combine: (found) => found.map(answerOf),
  })
  return useMemo(() => finderBy(ids, known), [ids, known])
}

function answerOf<Item>({ isPending, data }: UseQueryResult<LookUpReply<Item>>) {
  return isPending ? undefined : entriesOf(data)
}

function finderBy(keys: readonly string[], known: readonly ReturnType<FindPayers>[]): FindPayers {
  const entries = new Map(keys.map((key, place) => [key, known[place]]))
  return (key) => (entries.has(key) ? entries.get(key) : null)
}

/**
 * So many facilities of one name are looked through for the one with the NPI: facilities are not
 * found by NPI.
 */
const mostOfOneName = 20

/**
 * The four digits after a facility's ZIP code in the organisation's own records of its NPI. They
 * are asked for only while a form's facility lacks them.
 */
function usePlusFour({ data }: DraftObject): ScrubInput['findPlusFour'] {
  const npi = textAt(data, 'service_facility.npi') ?? ''
  const zip = textAt(data, 'service_facility.address.zip_code')
  const name = textAt(data, 'service_facility.organization_name')
  const enabled =
    isNpi(npi) && zip !== undefined && !textAt(data, 'service_facility.address.zip_plus_four_code')
  const facilities = useQuery({
    ...facilitiesQuery({ query: { ...(name && { name }), limit: mostOfOneName } }),
    enabled,
  })
  const providers = useQuery({ ...providersQuery({ query: { npi, limit: 1 } }), enabled })
  const isWaiting = facilities.isLoading || providers.isLoading
  return useMemo(() => {
    const records = {
      facilities: facilities.data?.items ?? [],
      providers: providers.data?.items ?? [],
    }
    return (askedNpi, askedZip) =>
      isWaiting ? undefined : (plusFourIn(records, askedNpi, askedZip) ?? null)
  }, [facilities.data, providers.data, isWaiting])
}
