import type { ComponentType } from 'react'
import { page } from 'vitest/browser'
import type { PreparedList } from '#components/table/list-definition.ts'
import { forgetPlace } from '#components/frame/list-place.ts'
import { readList } from '#lib/actions/lists.ts'
import { savePreferences } from '#lib/actions/personal.ts'
import { saveView } from '#lib/actions/views.ts'
import { localDateAt } from '#lib/core/local-date.ts'
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
    today: localDateAt(Date.now()),
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

/** Waits until single letters work again: they rest for half a second after a dialog closed. */
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
