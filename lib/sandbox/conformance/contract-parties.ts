import type { CandidApi, CandidApiClient } from 'candidhealth'
import { expectOk } from './expect-ok.ts'

type ContractsV3 = typeof CandidApi.contracts.v3
export type ProfessionalCreate = Extract<
  Parameters<CandidApiClient['contracts']['v3']['create']>[0],
  { type: 'professional' }
>
export type InstitutionalCreate = Extract<
  Parameters<CandidApiClient['contracts']['v3']['create']>[0],
  { type: 'institutional' }
>
export type ContractId = Parameters<CandidApiClient['contracts']['v3']['get']>[0]
export type RenderingId = ReturnType<ContractsV3['RenderingProviderid']>
export type ContractV2Create = Parameters<CandidApiClient['contracts']['v2']['create']>[0]

export const nowhere = '00000000-0000-4000-8000-000000000000'

/** Ids of the organisation, and functions that make requests for new contracts. */
export type ContractParties = {
  billing: string[]
  rendering: RenderingId[]
  payers: { payerUuid: string; payerName: string }[]
  facilities: string[]
  terms: () => Omit<ContractV2Create, 'renderingProviderIds'>
  professional: (
    ids?: readonly string[],
    change?: Partial<ProfessionalCreate>,
  ) => ProfessionalCreate
  institutional: (change?: Partial<InstitutionalCreate>) => InstitutionalCreate
}

/** Reads the organisation's ids with the published client. */
export async function prepareContracts(client: CandidApiClient): Promise<ContractParties> {
  const billing = expectOk(
    await client.organizationProviders.v3.getMulti({ isBilling: true, limit: 40 }),
  ).items.map((each) => each.organizationProviderId as string)
  const staff = expectOk(
    await client.organizationProviders.v3.getMulti({ isRendering: true, limit: 600 }),
  ).items
  const payers = expectOk(await client.payers.v3.getAll()).items.map((each) => ({
    payerUuid: each.payerUuid as string,
    payerName: each.payerName,
  }))
  const facilities = expectOk(await client.organizationServiceFacilities.v2.getMulti()).items.map(
    (each) => each.organizationServiceFacilityId as string,
  )
  // The client has branded types for ids, which are plain text on the wire.
  const terms = () =>
    ({
      contractingProviderId: billing[4]!,
      payerUuid: payers[2]!.payerUuid,
      effectiveDate: '2026-03-01',
      regions: { type: 'states', states: ['OR', 'WA'] },
      commercialInsuranceTypes: { type: 'allApply' },
      medicareInsuranceTypes: { type: 'noneApply' },
      medicaidInsuranceTypes: { type: 'theseApply', value: new Set(['MC', 'HM']) },
    }) as never as ReturnType<ContractParties['terms']>
  return {
    billing,
    rendering: staff.map((each) => each.organizationProviderId as string as RenderingId),
    payers,
    facilities,
    terms,
    professional: (ids = [], change = {}) =>
      ({
        type: 'professional',
        contractType: 'professional',
        renderingProviderIds: new Set(ids),
        ...terms(),
        ...change,
      }) as ProfessionalCreate,
    institutional: (change = {}) =>
      ({
        type: 'institutional',
        contractType: 'institutional',
        contractServiceFacilities: [],
        ...terms(),
        ...change,
      }) as InstitutionalCreate,
  }
}

/** All items of a list, from all its pages. */
export async function walkPages<T>(
  read: (pageToken: never) => Promise<{ items: T[]; nextPageToken?: string }>,
): Promise<T[][]> {
  const pages: T[][] = []
  let token: string | undefined
  do {
    const page = await read(token as never)
    pages.push(page.items)
    token = page.nextPageToken || undefined
  } while (token)
  return pages
}

/** The HTTP status of a refusal without a name in the client. */
export function statusOf(content: unknown): number | undefined {
  return (content as { statusCode?: number }).statusCode
}
