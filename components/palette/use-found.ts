'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { saveView } from '#lib/actions/views.ts'
import { formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { searchText, type SearchText } from '#lib/lists/search-text.ts'
import { defaultView } from '#lib/lists/view.ts'
import { listQuery, payersQuery, providersQuery } from '#lib/queries/options.ts'
import { askAct } from '#lib/queries/use-act.ts'
import type { Command, Destination } from './palette-commands.ts'

const settleMs = 200
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
  const text = useSettled(typed.trim())
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
    label: [row.external_id ?? row.id, row.patient, row.payer, dateWords(row.date_of_service)]
      .filter(Boolean)
      .join(' · '),
    kind: 'Charge capture',
    run: () => go(`/charge-captures/${encodeURIComponent(row.id)}`),
  }))
}

function dateWords(date: string | undefined): string | undefined {
  return date !== undefined && isLocalDate(date)
    ? formatLocalDate(date, { weekday: false })
    : undefined
}

type Named = { [name: string]: unknown }

function payerCommands(
  payers: readonly Named[],
  { fits }: SearchText,
  { hasCaptures, hasContracts }: { hasCaptures: boolean; hasContracts: boolean },
  go: (href: string) => void,
): Command[] {
  return payers
    .map((payer) => ({ name: textOf(payer.payer_name), id: textOf(payer.payer_id) }))
    .filter(({ name, id }) => name !== '' && fits({ names: [name], ids: [id] }))
    .slice(0, mostOfAKind)
    .flatMap(({ name, id }) => [
      ...(hasCaptures && id !== ''
        ? [
            command(
              `${name} · ${id}`,
              'Payer’s captures',
              '/charge-captures',
              { primary_payer_ids: id },
              go,
            ),
          ]
        : []),
      ...(hasContracts
        ? [command(`${name} · ${id}`, 'Payer’s contracts', '/contracts', { payer_names: name }, go)]
        : []),
    ])
}

function providerCommands(
  providers: readonly Named[],
  { fits }: SearchText,
  { hasCaptures, hasSpans }: { hasCaptures: boolean; hasSpans: boolean },
  go: (href: string) => void,
): Command[] {
  return providers
    .map((provider) => ({
      id: textOf(provider.organization_provider_id),
      npi: textOf(provider.npi),
      name:
        textOf(provider.organization_name) ||
        [textOf(provider.first_name), textOf(provider.last_name)].filter(Boolean).join(' '),
    }))
    .filter(({ name, npi }) => name !== '' && fits({ names: [name], ids: [npi] }))
    .slice(0, mostOfAKind)
    .flatMap(({ id, npi, name }) => [
      ...(hasCaptures && npi !== ''
        ? [
            command(
              `${name} · NPI ${npi}`,
              'Provider’s captures',
              '/charge-captures',
              { rendering_provider_npis: npi },
              go,
            ),
          ]
        : []),
      ...(hasSpans && id !== ''
        ? [
            command(
              `${name} · NPI ${npi}`,
              'Provider’s spans',
              '/credentialing/provider-spans',
              { provider_id: id },
              go,
            ),
          ]
        : []),
    ])
}

function command(
  label: string,
  kind: string,
  path: string,
  filter: Record<string, string>,
  go: (href: string) => void,
): Command {
  return { label, kind, run: () => go(`${path}?${new URLSearchParams(filter)}`) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

// A word is searched once the person rests: each search is a read that the trail has.
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
