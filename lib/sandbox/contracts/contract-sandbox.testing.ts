import { afterAll, beforeAll } from 'vitest'
import {
  type OwnOptions,
  type Answer,
  type TestSandbox,
  type Query,
  startTestSandbox,
  queryString,
} from '#lib/sandbox/test-sandbox.ts'

export type Page<T> = { items: T[]; next_page_token: string | null; prev_page_token: string | null }
export type ContractAnswer = {
  contract_id: string
  type?: string
  contracting_provider: { organization_provider_id: string; organization_name: string; npi: string }
  payer: { payer_uuid: string; payer_name: string; payer_id: string }
  provider_count: number
  effective_date: string
  expiration_date: string | null
  contract_status: string
  regions: { type: string; states?: string[] }
  rendering_provider_ids?: string[]
  contract_service_facilities?: {
    contract_service_facility_id: string
    service_facility_id: string
    provider_ids: string[]
  }[]
}

export const v2 = '/api/contracts/v2'
export const v3 = '/api/contracts/v3'
export const nowhere = '00000000-0000-4000-8000-000000000000'

/** A sandbox for tests of contracts, with the ids of its organisation. */
export class ContractSandbox {
  billing: string[] = []
  rendering: string[] = []
  payers: { payer_uuid: string; payer_name: string; payer_id: string }[] = []
  facilities: string[] = []
  private client: TestSandbox | undefined

  async open(options: OwnOptions): Promise<void> {
    this.client = await startTestSandbox(options)
    const ids = async (query: Query) =>
      (
        await this.items<{ organization_provider_id: string }>(
          '/api/organization-providers/v3',
          query,
        )
      ).map((each) => each.organization_provider_id)
    this.billing = await ids({ is_billing: true, limit: 40 })
    this.rendering = await ids({ is_rendering: true, limit: 600 })
    this.payers = await this.items('/api/payers/v3', {})
    const facilities = await this.items<{ organization_service_facility_id: string }>(
      '/api/organization-service-facilities/v2',
      {},
    )
    this.facilities = facilities.map((each) => each.organization_service_facility_id)
  }

  async close(): Promise<void> {
    await this.client?.close()
  }

  send(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
    return this.client!.send(method, path, body, key)
  }

  get(path: string, query: Query = {}, key?: string): Promise<Answer> {
    return this.send('GET', `${path}?${queryString(query)}`, undefined, key)
  }

  /** The parsed answer of a successful request; any other answer fails the test. */
  async ok<T = ContractAnswer>(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<T> {
    const answer = await this.send(method, path, body, key)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer.json as T
  }

  async items<T>(path: string, query: Query, key?: string): Promise<T[]> {
    return (await this.ok<Page<T>>('GET', `${path}?${queryString(query)}`, undefined, key)).items
  }

  /** All pages of a list. */
  async pages<T>(path: string, query: Query, key?: string): Promise<T[][]> {
    const pages: T[][] = []
    let token: string | undefined
    do {
      const page = await this.ok<Page<T>>(
        'GET',
        `${path}?${queryString({ ...query, page_token: token })}`,
        undefined,
        key,
      )
      pages.push(page.items)
      token = page.next_page_token ?? undefined
    } while (token)
    return pages
  }

  /** The members of a new contract in both versions. */
  terms(change: object = {}) {
    return {
      contracting_provider_id: this.billing[5]!,
      payer_uuid: this.payers[3]!.payer_uuid,
      effective_date: '2026-03-01',
      regions: { type: 'states', states: ['OR', 'WA'] },
      commercial_insurance_types: { type: 'allApply' },
      medicare_insurance_types: { type: 'noneApply' },
      medicaid_insurance_types: { type: 'theseApply', value: ['MC'] },
      ...change,
    }
  }

  professional(ids: readonly string[] = [], change: object = {}) {
    return {
      type: 'professional',
      contract_type: 'professional',
      rendering_provider_ids: ids,
      ...this.terms(change),
    }
  }

  institutional(facilities: readonly object[] = [], change: object = {}) {
    return {
      type: 'institutional',
      contract_type: 'institutional',
      contract_service_facilities: facilities,
      ...this.terms(change),
    }
  }
}

/** A contract sandbox for the tests of one file. */
export function contractSandbox(options: OwnOptions = {}): ContractSandbox {
  const sandbox = new ContractSandbox()
  beforeAll(() => sandbox.open(options))
  afterAll(() => sandbox.close())
  return sandbox
}
