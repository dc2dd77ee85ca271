import { Building2, FileSignature, IdCard, Landmark, ReceiptText, UserRound } from 'lucide-react'
import { lookUpLines } from '#components/look-ups/look-up-lines.ts'
import {
  chargeCaptureStatusWord,
  claimCreationStatusWord,
  contractStatusWord,
} from '#components/ui/status-words.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'
import { dateText } from '#lib/lists/columns.ts'
import type { FilterValues } from '#lib/lists/list-spec.ts'
import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import { providerHref } from '#lib/lists/providers.ts'
import type { ChargeCaptureRow, RowPage } from '#lib/lists/rows/rows.ts'
import type { SearchText } from '#lib/lists/search-text.ts'
import type { Line } from './lines.ts'

// The lines of what the partner has.

/** Keeps of the partner's answers what fits the typed text. */
export function partiesThatFit({ fits }: SearchText) {
  return {
    payers: (items: readonly Payer[]) =>
      items.filter((item) => {
        const { title, code } = lookUpLines.payer(item)
        return title !== '' && fits({ names: [title], ids: [code] })
      }),
    providers: (items: readonly OrganizationProvider[]) =>
      items.filter((item) => {
        const { title } = lookUpLines.provider(item)
        return title !== '' && fits({ names: [title], ids: [item.npi ?? undefined] })
      }),
    facilities: (items: readonly OrganizationServiceFacility[]) =>
      items.filter((item) => {
        const { title } = lookUpLines.facility(item)
        return title !== '' && fits({ names: [title], ids: [item.npi ?? undefined] })
      }),
  }
}

/**
 * The patients of these captures, which come newest first. `openCaptures` opens the list of one's
 * captures; with `hasMore` a patient may have more of them.
 */
export function patientLines(
  rows: readonly ChargeCaptureRow[],
  hasMore: boolean,
  openCaptures: (filters: FilterValues, tells: string) => () => Promise<string | undefined>,
): Line[] {
  const byId = Map.groupBy(
    rows.filter(({ patient, patient_id }) => patient !== undefined && patient_id !== undefined),
    ({ patient_id }) => patient_id!, // those without are left out
  )
  return [...byId].map(([id, visits]) => {
    const [latest] = visits
    const wrong = visits.filter(({ message }) => message !== undefined).length
    const count = `${visits.length}${hasMore ? '+' : ''} ${visits.length === 1 && !hasMore ? 'capture' : 'captures'}`
    return {
      id: `patient ${id}`,
      icon: UserRound,
      title: latest!.patient!,
      details: [latest!.birth_date && `born ${dateText(latest!.birth_date)}`, id, latest!.payer],
      end: wrong > 0 ? `${count} · ${wrong} in error` : count,
      href: openCaptures({ patient_external_id: id }, 'The patient wasn’t opened.'),
    }
  })
}

/** A charge capture. An open error comes before the capture's own status. */
export function captureLine(row: ChargeCaptureRow): Line {
  return {
    id: `capture ${row.id}`,
    icon: ReceiptText,
    title: row.external_id ?? row.id,
    isCode: true,
    details: [row.patient, row.date_of_service && dateText(row.date_of_service), row.payer],
    status:
      row.message !== undefined
        ? claimCreationStatusWord('in-error')
        : row.status === undefined
          ? undefined
          : chargeCaptureStatusWord(row.status),
    cents: row.charges,
    href: `/charge-captures/${encodeURIComponent(row.id)}`,
  }
}

/** The contracts of several answers, each once. */
export function contractLines(pages: readonly (RowPage<ContractRow> | undefined)[]): Line[] {
  const byId = new Map(
    pages
      .flatMap((page) => page?.rows ?? [])
      .flatMap((row) => (row.unreadable ? [] : [[row.id, row]])),
  )
  return [...byId.values()].map((row) => ({
    id: `contract ${row.id}`,
    icon: FileSignature,
    title: row.payer ?? row.id,
    details: [
      row.provider,
      row.effective_date && `from ${dateText(row.effective_date)}`,
      row.expiration_date && `to ${dateText(row.expiration_date)}`,
    ],
    status: row.status === undefined ? undefined : contractStatusWord(row.status),
    end: 'Contract',
    href: `/contracts/${encodeURIComponent(row.id)}`,
  }))
}

type Way = { end: string; path: string; filter?: Record<string, string>; isOpen: boolean }

/** A payer, with the lists about it that the person may open. */
export function payerLines(
  payer: Payer,
  { hasCaptures, hasContracts }: { hasCaptures: boolean; hasContracts: boolean },
): Line[] {
  const { title, code } = lookUpLines.payer(payer)
  return waysTo(
    { id: `payer ${payer.payer_id} ${title}`, icon: Landmark, title, details: [code] },
    [
      {
        end: 'Payer’s contracts',
        path: '/contracts',
        filter: { payer_names: title },
        isOpen: hasContracts,
      },
      {
        end: 'Payer’s captures',
        path: '/charge-captures',
        filter: { primary_payer_ids: payer.payer_id },
        isOpen: hasCaptures && code !== '',
      },
    ],
  )
}

/** A provider, with the lists about them that the person may open. */
export function providerLines(
  { organization_provider_id: id, npi, ...rest }: OrganizationProvider,
  { hasCaptures, hasSpans }: { hasCaptures: boolean; hasSpans: boolean },
): Line[] {
  const { title, code } = lookUpLines.provider({ organization_provider_id: id, npi, ...rest })
  return waysTo({ id: `provider ${id}`, icon: IdCard, title, details: [code] }, [
    {
      end: 'Provider’s payers',
      path: providerHref(npi) ?? '',
      isOpen: hasSpans && providerHref(npi) !== undefined && rest.is_rendering !== false,
    },
    {
      end: 'Provider’s spans',
      path: '/credentialing/provider-spans',
      filter: { provider_id: id },
      isOpen: hasSpans && Boolean(id),
    },
    {
      end: 'Provider’s captures',
      path: '/charge-captures',
      filter: { rendering_provider_npis: npi },
      isOpen: hasCaptures && Boolean(npi),
    },
  ])
}

/** A service facility, with the lists about it that the person may open. */
export function facilityLines(
  facility: OrganizationServiceFacility,
  { hasCaptures, hasSpans }: { hasCaptures: boolean; hasSpans: boolean },
): Line[] {
  const { organization_service_facility_id: id } = facility
  const { title, code } = lookUpLines.facility(facility)
  return waysTo({ id: `facility ${id}`, icon: Building2, title, details: [code] }, [
    {
      end: 'Facility’s spans',
      path: '/credentialing/facility-spans',
      filter: { service_facility_id: id },
      isOpen: hasSpans && Boolean(id),
    },
    {
      end: 'Facility’s captures',
      path: '/charge-captures',
      filter: { service_facility_name: title },
      isOpen: hasCaptures,
    },
  ])
}

// One line for each list that the person may open.
function waysTo(line: Line, ways: readonly Way[]): Line[] {
  return ways
    .filter(({ isOpen }) => isOpen)
    .map(({ end, path, filter }) => ({
      ...line,
      id: `${line.id} ${end}`,
      end,
      href: filter ? `${path}?${new URLSearchParams(filter)}` : path,
    }))
}
