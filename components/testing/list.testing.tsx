import { useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { Suspense, useState, type ComponentType } from 'react'
import { page } from 'vitest/browser'
import { ChargeCapturesList } from '#components/charge-captures/list-page.tsx'
import { ClaimCreationPage } from '#components/claim-creations/claim-creation-page.tsx'
import { ClaimCreationsList } from '#components/claim-creations/list-page.tsx'
import { ContractsList, ContractsListV2 } from '#components/contracts/list-page.tsx'
import { FacilitySpansList, ProviderSpansList } from '#components/credentialing/spans/list-page.tsx'
import { EncountersList } from '#components/encounters/list-page.tsx'
import type { PreparedList } from '#components/table/list-definition.ts'
import { pageToday } from '#components/frame/page-day.ts'
import { forgetPlace } from '#components/frame/list-place.ts'
import { readList } from '#lib/actions/lists.ts'
import { savePreferences } from '#lib/actions/personal.ts'
import { readClaimCreation } from '#lib/actions/read.ts'
import { saveView } from '#lib/actions/views.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok } from '#lib/core/result.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { contractListV2, contractListV3 } from '#lib/lists/contracts.ts'
import { facilitySpanList, providerSpanList } from '#lib/lists/credentialing-spans.ts'
import { encounterList } from '#lib/lists/encounters.ts'
import { filterChoices } from '#lib/lists/filter-choices.ts'
import type { ListOperation, ListSpec } from '#lib/lists/list-spec.ts'
import {
  toChargeCaptureRow,
  toClaimCreationRow,
  type BaseRow,
  type RowPage,
} from '#lib/lists/rows/rows.ts'
import { viewLists } from '#lib/lists/saved-views.ts'
import { viewFromUrl, type ListRequest } from '#lib/lists/view.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { cleanData } from '#lib/rules/testdata/clean-capture.ts'
import { answer, answerRoute, inputsOf } from './answers.testing.ts'
import { showPage } from './page.testing.tsx'

type RowsOf = (request: ListRequest) => readonly BaseRow[]

/** Answers the lists with their rows, in pages whose token is the number of the rows before. */
export function answerLists(lists: { [list in ListOperation]?: RowsOf }): void {
  answer(readList, (request) =>
    pageOf(lists[request.operation]?.(request) ?? [], request.query.limit, request.position),
  )
}

function pageOf(rows: readonly BaseRow[], limit: unknown, position = '0'): RowPage {
  const [from, to] = [Number(position), Number(position) + Number(limit)]
  return {
    rows: rows.slice(from, to),
    next: to < rows.length ? String(to) : null,
    prev: from > 0 ? String(Math.max(0, from - Number(limit))) : null,
  }
}

/** What was asked of a list, the oldest first. */
export function askedOf({ operation }: ListSpec): ListRequest[] {
  return inputsOf<ListRequest>(readList).filter((request) => request.operation === operation)
}

type List = { spec: ListSpec; Page: ComponentType<{ prepared: PreparedList }> }

/** The pages of the partner's lists. */
export const lists = {
  captures: { spec: chargeCaptureList, Page: ChargeCapturesList },
  claims: { spec: claimCreationList, Page: ClaimCreationsList },
  encounters: { spec: encounterList, Page: EncountersList },
  contracts: { spec: contractListV3, Page: ContractsList },
  contractsV2: { spec: contractListV2, Page: ContractsListV2 },
  facilitySpans: { spec: facilitySpanList, Page: FacilitySpansList },
  providerSpans: { spec: providerSpanList, Page: ProviderSpansList },
} satisfies { [name: string]: List }

/** What the server prepares for a list at an address, except its rows: the page asks for those. */
export function preparedList(
  spec: ListSpec,
  href: string,
  given: Partial<PreparedList> = {},
): PreparedList {
  const { refused } = viewFromUrl(spec, new URL(href, location.origin).searchParams)
  return {
    path: viewLists[spec.operation].path,
    always: {},
    choices: filterChoices(spec.operation),
    today: pageToday(),
    columns: inputsOf(savePreferences).at(-1)?.columns?.[spec.operation],
    refused,
    hasDefault: false,
    canCreate: true,
    canExport: true,
    ...given,
  }
}

/**
 * Opens the page of a list, with the columns that it saved before. A view that may not be in an
 * address gets an id that says nothing.
 */
export async function openList(
  { spec, Page }: List,
  query = '',
  given: Partial<PreparedList> = {},
): ReturnType<typeof showPage> {
  const { path } = viewLists[spec.operation]
  let views = 0
  answer(savePreferences, (change) => change as never)
  answerRoute('POST /api/presence', () => ({ kind: 'answers' }))
  answer(saveView, () => ({ id: `view-${(views += 1)}` }))
  forgetPlace(path, path + query)
  return showPage(path + query, <Page prepared={preparedList(spec, path + query, given)} />)
}

/** The rows of the list that are drawn. */
export const rows = page.getByCss('main tbody tr[data-index]')

/** The chips of the list's filters. */
export const chips = page.getByRole('group', { name: 'Filters' })

/** Chooses an entry of the list's one menu: "Export…", "Columns…", "Copy link". */
export async function chooseInList(entry: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/**
 * Waits until single letters work again: they rest for half a second after a dialog closed, also one
 * of the test before.
 */
export const lettersRested = () => new Promise((resolve) => setTimeout(resolve, 500))

type Data = ReturnType<typeof cleanData>

/** Charge captures as rows, `CHG-0` and on; each with the change of its number. */
export function captureRows(
  count: number,
  change: (at: number) => { data?: Partial<Data>; head?: object } = () => ({}),
) {
  return Array.from({ length: count }, (_, at) => {
    const { data, head } = change(at)
    return toChargeCaptureRow({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      charge_external_id: `CHG-${at}`,
      patient_external_id: `PAT-${at}`,
      status: 'billable',
      charge_capture_data: { ...cleanData(), ...data },
      ...head,
    })
  })
}

/** Claim creations in error as rows, each with the change of its number. */
export function claimRows(count: number, change: (at: number) => object = () => ({})) {
  return Array.from({ length: count }, (_, at) =>
    toClaimCreationRow({
      id: claimId(at),
      status: 'in-error',
      errors: [
        { id: `error-${at}`, message: 'Its check digit is wrong.', field_in_error: npiField },
      ],
      encounter_creation_input: cleanData(),
      characteristics: { patient_external_id: `PAT-${at}` },
      ...change(at),
    }),
  )
}

const npiField = 'rendering_provider.npi'

/** The id of the claim creation with a number. */
export const claimId = (at: number) => `10000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const inError = '/claim-creations?claim_creation_status=in-error'
const replyOf = (id: string) => ({
  claim_creation: JSON.stringify({
    id,
    status: 'in-error',
    errors: [{ id: 'error', message: 'Its check digit is wrong.', charge_capture_id: 'capture' }],
  }),
  charge_captures: JSON.stringify([{ id: 'capture', charge_external_id: 'CHG-0' }]),
  is_complete: true,
  charge_captures_failure: null,
  billed_diff: null,
  change_advice: { advice: null, encounter_failure: null },
  resolved_at: {},
})

function ClaimsInError({ onSave }: { onSave: (id: string) => void }) {
  const path = usePathname()
  const [prepared] = useState(() => preparedList(claimCreationList, inError))
  if (path === '/claim-creations') return <ClaimCreationsList prepared={prepared} />
  return <ClaimInError key={path} id={path.split('/').at(-1)!} onSave={onSave} />
}

function ClaimInError({ id, onSave }: { id: string; onSave: (id: string) => void }) {
  const client = useQueryClient()
  const [first] = useState(() => Promise.resolve(toJsonText(ok(replyOf(id)))))
  return (
    <>
      <button
        type="button"
        onClick={() => {
          onSave(id)
          void outdate(client, 'updateChargeCapture')
        }}
      >
        Save a capture
      </button>
      <Suspense>
        <ClaimCreationPage
          id={id}
          reply={first}
          body={captureShape()}
          canResolve={false}
          canResolveChanges={false}
        />
      </Suspense>
    </>
  )
}

/** Opens the list of claim creations in error; the page of each can save a capture, which clears its error. */
export async function openClaims(total: number, query = ''): Promise<void> {
  const cleared = new Set<string>()
  answerLists({ listClaimCreations: () => claimRows(total).filter(({ id }) => !cleared.has(id)) })
  answer(readClaimCreation, ({ id }) => replyOf(id))
  forgetPlace('/claim-creations', inError + query)
  await showPage(inError + query, <ClaimsInError onSave={(id) => cleared.add(id)} />)
}
