import { LayoutRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { ContractFrame } from '#components/contracts/contract-frame.tsx'
import { readContract } from '#lib/actions/read.ts'
import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { ok } from '#lib/core/result.ts'
import { today } from '#lib/rules/testdata/clean-capture.ts'
import { answer } from './answers.testing.ts'
import { showPage } from './page.testing.tsx'

/** An id of a record by its number. */
export const idAt = (at: number) => `5f6f2b5e-31c4-4c1c-8d5e-${String(at).padStart(12, '0')}`

export const contractId = idAt(1)
export const payer = { payer_uuid: idAt(2), payer_id: '60054', payer_name: 'Alder Health Plan' }
export const clinic = {
  organization_provider_id: idAt(3),
  npi: '1669575589',
  organization_name: 'North Loop Clinic',
}

/** A day before today, for the pages of a contract. */
export const daysAgo = (days: number): LocalDate => addDays(today, -days)

/** A professional contract that is effective in Oregon and Washington, except for `change`. */
export function contractRecord(change: JsonObject = {}): JsonObject {
  return {
    contract_id: contractId,
    type: 'professional',
    contract_status: 'effective',
    effective_date: '2026-03-01',
    expiration_date: '2027-02-28',
    regions: { type: 'states', states: ['OR', 'WA'] },
    payer,
    contracting_provider: clinic,
    provider_count: 0,
    authorized_signatory: { first_name: 'Ada', last_name: 'Field', email: 'ada@clinic.test' },
    commercial_insurance_types: { type: 'allApply' },
    medicare_insurance_types: { type: 'noneApply' },
    medicaid_insurance_types: { type: 'theseApply', value: ['HM', 'MC'] },
    ...change,
  }
}

/** An institutional contract with providers at its facilities. */
export function institutionalRecord(
  facilities: readonly { service_facility_id: string; provider_ids: string[] }[],
): JsonObject {
  return contractRecord({
    type: 'institutional',
    contract_service_facilities: facilities as unknown as Json[],
  })
}

/** What the partner has when the contract is read from now on. */
export function answerContract(record: JsonObject, version: ContractVersion = 3): void {
  answer(readContract, () => ({ contract: JSON.stringify(record), version }))
}

/** Shows one page of a contract in its frame; `tab` is the last part of its address. */
export async function showContract(
  tab: string,
  content: ReactNode,
  { record = contractRecord(), version = 3 as ContractVersion } = {},
) {
  answerContract(record, version)
  const reply = toJsonText(ok({ contract: JSON.stringify(record), version }))
  return showPage(
    `/contracts/${contractId}${tab && `/${tab}`}`,
    <LayoutRouterContext value={layoutOf(tab) as never}>
      <ContractFrame id={contractId} reply={Promise.resolve(reply)} today={today}>
        {content}
      </ContractFrame>
    </LayoutRouterContext>,
  )
}

// What Next tells a layout of the page in it.
function layoutOf(tab: string) {
  return {
    parentTree: ['', tab === '' ? {} : { children: [tab, {}] }],
    parentRenderTree: { data: {} },
  }
}
