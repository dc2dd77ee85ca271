import type { RunSql } from '#lib/sandbox/db/run-sql.ts'

type Facility = { id: string; service_facility_id: string; provider_ids: string[] }

const selectFacilities = `select f.id, f.service_facility_id,
    array(select p.id from contract_facility_providers a join organization_providers p on p.seq = a.provider_seq
          where a.facility_seq = f.seq order by a.provider_seq) as provider_ids
  from contract_facilities f`

/** The JSON text of the array of a contract's service facilities, in the order in which they came. */
export async function facilitiesJson(run: RunSql, contract: { id: string; seq: number }): Promise<string> {
  const rows = await run<Facility>(`${selectFacilities} where f.contract_seq = $1 order by f.seq`, [contract.seq])
  return JSON.stringify(rows.map((row) => toFacility(contract.id, row)))
}

/** The JSON text of one service facility of a contract. */
export async function facilityJson(run: RunSql, contractId: string, facilityId: string): Promise<string> {
  const [row] = await run<Facility>(`${selectFacilities} where f.id = $1`, [facilityId])
  return JSON.stringify(toFacility(contractId, row!))
}

function toFacility(contractId: string, row: Facility) {
  return {
    contract_id: contractId,
    contract_service_facility_id: row.id,
    service_facility_id: row.service_facility_id,
    provider_ids: row.provider_ids,
  }
}
