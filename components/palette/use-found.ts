'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lookUpLines } from '#components/look-ups/look-up-lines.ts'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { saveView } from '#lib/actions/views.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { dateText } from '#lib/lists/columns.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { searchText, type SearchText } from '#lib/lists/search-text.ts'
import { defaultView } from '#lib/lists/view.ts'
import { listQuery, payersQuery, providersQuery } from '#lib/queries/options.ts'
import { askAct } from '#lib/queries/use-act.ts'
import type { Command, Destination } from './palette-commands.ts'

const rowsAsked = 50
const mostOfAKind = 5

/**
 * What the partner has for the typed text: patients, charge captures, payers and providers, each as
 * a command that opens its record or list. `isBusy` until the answer for this text is there.
 */
export function useFound(
  typed: string,
  places: readonly Destination[],
  go: (href: string) => void,
): { found: Command[]; isBusy: boolean } {
  const client = useQueryClient()
  // Each search is a read that the trail has, so it waits until the person rests.
  const text = useDebounced(typed.trim())
  const search = useMemo(() => searchText(text), [text])
  const has = (href: string) => places.some((place) => place.href === href)
  const [hasCaptures, hasContracts, hasSpans] = [
    has('/charge-captures'),
    has('/contracts'),
    has('/credentialing'),
  ]
  const captures = useQuery({
    ...listQuery<ChargeCaptureRow>({
      operation: 'listChargeCaptures',
      query: {
        search_term: search?.term ?? '',
        sort: 'date_of_service',
        sort_direction: 'desc',
        limit: rowsAsked,
      },
    }),
    enabled: search !== undefined && hasCaptures,
    // They name patients.
    gcTime: 60_000,
    placeholderData: undefined,
  })
  const named = { query: { search_term: search?.term ?? '', limit: rowsAsked } }
  const payers = useQuery({ ...payersQuery(named), enabled: search !== undefined })
  const providers = useQuery({ ...providersQuery(named), enabled: search !== undefined })
  const found = useMemo(() => {
    if (!search) return []
    const rows = (captures.data?.rows ?? []).filter(
      (row) =>
        !row.unreadable &&
        search.fits({
          names: [row.patient],
          ids: [row.patient_id, row.external_id, row.id, row.claim_creation_id],
        }),
    )
    const openPatient = (id: string) => {
      const view = { ...defaultView(chargeCaptureList), filters: { patient_external_id: id } }
      const input = { list: chargeCaptureList.operation, view: { ...view } }
      void askAct(client, null, saveView, input, { tells: 'The patient wasn’t opened.' }).then(
        (saved) => saved.ok && go(`/charge-captures?view=${encodeURIComponent(saved.value.id)}`),
      )
    }
    return [
      ...patientCommands(rows, openPatient),
      ...captureCommands(rows, go),
      ...payerCommands(payers.data?.items ?? [], search, { hasCaptures, hasContracts }, go),
      ...providerCommands(providers.data?.items ?? [], search, { hasCaptures, hasSpans }, go),
    ]
  }, [
    search,
    captures.data,
    payers.data,
    providers.data,
    hasCaptures,
    hasContracts,
    hasSpans,
    client,
    go,
  ])
  const isBusy =
    text !== typed.trim() || [captures, payers, providers].some((query) => query.isFetching)
  return { found, isBusy }
}

function patientCommands(rows: readonly ChargeCaptureRow[], open: (id: string) => void): Command[] {
  const byId = new Map(
    rows.flatMap(({ patient, patient_id: id }) =>
      patient !== undefined && id !== undefined ? [[id, patient] as const] : [],
    ),
  )
  return [...byId].slice(0, mostOfAKind).map(([id, name]) => ({
    label: `${name} · ${id}`,
    kind: 'Patient’s captures',
    run: () => open(id),
  }))
}

function captureCommands(rows: readonly ChargeCaptureRow[], go: (href: string) => void): Command[] {
  return rows.slice(0, mostOfAKind).map((row) => ({
    label: [
      row.external_id ?? row.id,
      row.patient,
      row.payer,
      row.date_of_service && dateText(row.date_of_service),
    ]
      .filter(Boolean)
      .join(' · '),
    kind: 'Charge capture',
    run: () => go(`/charge-captures/${encodeURIComponent(row.id)}`),
  }))
}

type Link = { kind: string; path: string; filter: Record<string, string>; isOpen: boolean }

function payerCommands(
  payers: readonly Payer[],
  { fits }: SearchText,
  { hasCaptures, hasContracts }: { hasCaptures: boolean; hasContracts: boolean },
  go: (href: string) => void,
): Command[] {
  return payers
    .map((payer) => ({ ...payer, line: lookUpLines.payer(payer) }))
    .filter(({ line }) => line.title !== '' && fits({ names: [line.title], ids: [line.code] }))
    .slice(0, mostOfAKind)
    .flatMap(({ payer_id, line }) =>
      linkCommands(
        `${line.title} · ${line.code}`,
        [
          {
            kind: 'Payer’s captures',
            path: '/charge-captures',
            filter: { primary_payer_ids: payer_id },
            isOpen: hasCaptures && line.code !== '',
          },
          {
            kind: 'Payer’s contracts',
            path: '/contracts',
            filter: { payer_names: line.title },
            isOpen: hasContracts,
          },
        ],
        go,
      ),
    )
}

function providerCommands(
  providers: readonly OrganizationProvider[],
  { fits }: SearchText,
  { hasCaptures, hasSpans }: { hasCaptures: boolean; hasSpans: boolean },
  go: (href: string) => void,
): Command[] {
  return providers
    .map((provider) => ({ ...provider, line: lookUpLines.provider(provider) }))
    .filter(({ line, npi }) => line.title !== '' && fits({ names: [line.title], ids: [npi] }))
    .slice(0, mostOfAKind)
    .flatMap(({ organization_provider_id, npi, line }) =>
      linkCommands(
        `${line.title} · ${line.code}`,
        [
          {
            kind: 'Provider’s captures',
            path: '/charge-captures',
            filter: { rendering_provider_npis: npi },
            isOpen: hasCaptures && Boolean(npi),
          },
          {
            kind: 'Provider’s spans',
            path: '/credentialing/provider-spans',
            filter: { provider_id: organization_provider_id },
            isOpen: hasSpans && Boolean(organization_provider_id),
          },
        ],
        go,
      ),
    )
}

// One command for each list that the person may open.
function linkCommands(
  label: string,
  links: readonly Link[],
  go: (href: string) => void,
): Command[] {
  return links
    .filter(({ isOpen }) => isOpen)
    .map(({ kind, path, filter }) => ({
      label,
      kind,
      run: () => go(`${path}?${new URLSearchParams(filter)}`),
    }))
}
