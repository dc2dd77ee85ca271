'use client'
import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { saveView } from '#lib/actions/views.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import type { FilterValues } from '#lib/lists/list-spec.ts'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { searchText, type SearchText } from '#lib/lists/search-text.ts'
import { defaultView } from '#lib/lists/view.ts'
import {
  captureSearchQuery,
  facilitiesQuery,
  listQuery,
  mostCapturesFound,
  payersQuery,
  providersQuery,
} from '#lib/queries/options.ts'
import { askAct } from '#lib/queries/use-act.ts'
import {
  captureLine,
  contractLines,
  facilityLines,
  partiesThatFit,
  patientLines,
  payerLines,
  providerLines,
} from './found-lines.ts'
import type { Destination } from './id-lines.ts'
import { kindLabels, type Kind, type Line, type LineGroup } from './lines.ts'

const rowsAsked = 50
// Contracts are asked for by provider, a few requests for each.
const mostProviders = 2
// Milliseconds: a person who names an action has gone on by then.
const longPause = 600
const shortPause = 200

type Asked = {
  typed: string
  places: readonly Destination[]
  /** The one kind that is asked for. */
  kind: Kind | undefined
  /** The text is plainly an action: the partner is asked only after a longer pause. */
  isAction: boolean
}

/**
 * What the partner has for the typed text: patients with their captures, records, and providers,
 * facilities and payers. Each group loads and fails by itself. `search` is undefined for a text
 * that is too short to be searched.
 */
export function useFound({ typed, places, kind, isAction }: Asked): {
  groups: LineGroup[]
  search: SearchText | undefined
  searchCaptures: (() => Promise<string | undefined>) | undefined
} {
  const client = useQueryClient()
  const text = typed.trim()
  // Each search is a read that the trail has, so it waits until the person pauses.
  const settled = useDebounced(text, isAction && kind === undefined ? longPause : shortPause)
  const isSettled = settled === text
  const search = useMemo(() => searchText(text), [text])
  const asked = useMemo(() => searchText(settled), [settled])
  const has = (href: string) => places.some((place) => place.href === href)
  const [hasCaptures, hasContracts, hasSpans] = [
    has('/charge-captures'),
    has('/contracts'),
    has('/credentialing'),
  ]
  const wants = (...kinds: Kind[]) =>
    asked !== undefined && (kind === undefined || kinds.includes(kind))
  const term = asked?.term ?? ''
  const captures = useQuery({
    ...captureSearchQuery(term),
    enabled: wants('patient', 'record') && hasCaptures,
  })
  const named = { query: { search_term: term, limit: rowsAsked } }
  const isOfParties = wants('party', 'record')
  const kept = { placeholderData: keepPreviousData, enabled: isOfParties }
  const payers = useQuery({ ...payersQuery(named), ...kept })
  const providers = useQuery({ ...providersQuery(named), ...kept })
  const facilities = useQuery({
    ...facilitiesQuery({ query: { name: term, limit: rowsAsked } }),
    ...kept,
  })
  const fits = useMemo(() => (search ? partiesThatFit(search) : undefined), [search])
  const found = {
    payers: fits ? fits.payers(payers.data?.items ?? []) : [],
    providers: fits ? fits.providers(providers.data?.items ?? []) : [],
    facilities: fits ? fits.facilities(facilities.data?.items ?? []) : [],
  }
  const isOfContracts = wants('record') && hasContracts
  const contracts = useQueries({
    queries: [
      // By any part of the payer's name.
      { query: { payer_names: [term] }, isAsked: !/\d/.test(term) },
      ...found.providers
        .filter(({ is_billing }) => is_billing !== false)
        .slice(0, mostProviders)
        .map(({ organization_provider_id: id }) => ({
          query: { contracting_provider_id: id },
          isAsked: Boolean(id) && !providers.isPlaceholderData,
        })),
    ].map(({ query, isAsked }) => ({
      ...listQuery<ContractRow>({
        operation: 'listContractsV3',
        query: { ...query, sort: 'effective_date', sort_direction: 'desc', limit: rowsAsked },
      }),
      placeholderData: undefined,
      enabled: isOfContracts && isAsked,
    })),
  })
  const openCaptures = (filters: FilterValues, tells: string) => () =>
    captureListHref(client, filters, tells)
  if (!search || (isAction && !isSettled)) return { groups: [], search, searchCaptures: undefined }

  const rows = (captures.data?.rows ?? []).filter(
    (row) =>
      !row.unreadable &&
      search.fits({
        names: [row.patient],
        ids: [row.patient_id, row.external_id, row.id, row.claim_creation_id],
      }),
  )
  const hasMore = captures.data?.next !== null && captures.data !== undefined
  const searchCaptures = hasCaptures
    ? openCaptures({ search_term: search.term ?? '' }, 'The list wasn’t opened.')
    : undefined
  const ofCaptures = { hasMore, ...(searchCaptures && { all: searchCaptures }) }
  const groups = [
    hasCaptures &&
      groupOf('patient', patientLines(rows, hasMore, openCaptures), {
        ...ofCaptures,
        asked: [captures],
        isSettled,
        failed: 'Patients can’t be searched now',
        none: hasMore
          ? `None among the first ${mostCapturesFound} captures that match`
          : 'No patients match',
      }),
    (hasCaptures || hasContracts) &&
      groupOf(
        'record',
        [...rows.map(captureLine), ...contractLines(contracts.map(({ data }) => data))],
        {
          ...ofCaptures,
          asked: [...(hasCaptures ? [captures] : []), ...(hasContracts ? contracts : [])],
          isSettled,
          failed: 'Records can’t be searched now',
          none: 'No records match',
        },
      ),
    groupOf(
      'party',
      [
        ...found.providers.flatMap((each) => providerLines(each, { hasCaptures, hasSpans })),
        ...found.facilities.flatMap((each) => facilityLines(each, { hasCaptures, hasSpans })),
        ...found.payers.flatMap((each) => payerLines(each, { hasCaptures, hasContracts })),
      ],
      {
        asked: [providers, facilities, payers],
        isSettled,
        failed: 'Providers, facilities and payers can’t be searched now',
        none: 'No providers, facilities or payers match',
      },
    ),
  ]
  return {
    groups: groups
      .filter((group) => group !== false)
      .filter((group) => kind === undefined || group.kind === kind),
    search,
    searchCaptures,
  }
}

type State = Pick<LineGroup, 'hasMore' | 'all'> & {
  asked: readonly { isFetching: boolean; isError: boolean; isPlaceholderData: boolean }[]
  isSettled: boolean
  failed: string
  none: string
}

// A group keeps its place while it loads, and also when nothing came.
function groupOf(
  kind: Kind,
  lines: Line[],
  { asked, isSettled, failed, none, ...rest }: State,
): LineGroup {
  const isLoading = !isSettled || asked.some(({ isFetching }) => isFetching)
  return {
    ...rest,
    key: kind,
    kind,
    label: kindLabels[kind],
    lines,
    isLoading,
    failure: asked.some(({ isError }) => isError) ? failed : undefined,
    none,
  }
}

// The filters name a patient: the address has the opaque id of a stored view.
async function captureListHref(
  client: QueryClient,
  filters: FilterValues,
  tells: string,
): Promise<string | undefined> {
  const view = { ...defaultView(chargeCaptureList), filters }
  const input = { list: chargeCaptureList.operation, view: { ...view } }
  const saved = await askAct(client, null, saveView, input, { tells })
  return saved.ok ? `/charge-captures?view=${encodeURIComponent(saved.value.id)}` : undefined
}
