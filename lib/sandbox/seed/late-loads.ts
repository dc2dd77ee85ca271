import { addDays } from '#lib/core/local-date.ts'
import { controlNumberOf } from '#lib/sandbox/bundling/make-encounter.ts'
import type { DemoDataBatch } from '#lib/sandbox/db/demo-data-rows.ts'
import { encounterColumns } from '#lib/sandbox/encounters/encounter-columns.ts'
import type { ContractTools, FullBatch } from './contract-tools.ts'
import { makePatient } from './patients.ts'
import { payerNames } from './payer-names.ts'
import { dealServices, makeVisitData } from './visit-data.ts'
import { isInForce, openFacilities } from './waiting-captures.ts'

const day = 86_400_000
const providers = 4
const claimsEach = 3

/**
 * Claims that payers denied for credentialing while they had not loaded the provider's span, and
 * those spans: started three months ago, loaded some days ago. So a coverage check finds claims to
 * send again. `firstPatient` is the first number of a patient that no visit uses.
 */
export function makeLateLoads(
  tools: ContractTools,
  made: FullBatch,
  firstPatient: number,
): DemoDataBatch {
  const { random, names, organization, today, now } = tools
  const covered = new Set(
    made.providerSpans.map(
      ({ contracting_provider_id, payer_uuid, rendering_provider_id: id }) =>
        `${contracting_provider_id} ${payer_uuid} ${id}`,
    ),
  )
  const chosen = made.contracts.flatMap((contract, i) => {
    if (contract.type !== 'professional' || !isInForce(contract, addDays(today, -90))) return []
    const clinic = organization.clinics.find(
      ({ provider }) => provider.organization_provider_id === contract.contracting_provider_id,
    )!
    const roster = new Set(
      made.contractProviders.flatMap(({ contract_seq, provider_seq }) =>
        contract_seq === i + 1 ? organization.providers[provider_seq - 1]! : [],
      ),
    )
    const rendering = clinic.staff.find(
      (provider) =>
        roster.has(provider) &&
        !provider.employment_termination_date &&
        !covered.has(
          `${contract.contracting_provider_id} ${contract.payer_uuid} ${provider.organization_provider_id}`,
        ),
    )
    return rendering ? { contract, clinic, rendering } : []
  })
  const batch = {
    providerSpans: [] as NonNullable<DemoDataBatch['providerSpans']>,
    encounters: [] as NonNullable<DemoDataBatch['encounters']>,
    claims: [] as NonNullable<DemoDataBatch['claims']>,
  }
  for (const { contract, clinic, rendering } of chosen.slice(0, providers)) {
    batch.providerSpans.push({
      id: random.uuid(),
      created_at: now - 100 * day,
      contracting_provider_id: contract.contracting_provider_id,
      payer_uuid: contract.payer_uuid,
      billing_provider_npi: contract.billing_provider_npi,
      rendering_provider_id: rendering.organization_provider_id,
      regions: contract.regions,
      source: 'MANUAL',
      start_date: addDays(today, -90),
      end_date: null,
      submitted_date: addDays(today, -100),
      payer_loaded_date: addDays(today, -random.int(2, 9)),
    })
    const place = organization.payers.findIndex((payer) => payer.payer_uuid === contract.payer_uuid)
    for (let i = 0; i < claimsEach; i += 1) {
      const patient = {
        ...makePatient(random, names, organization, today, firstPatient + batch.encounters.length),
        clinic,
        payer: organization.payers[place]!,
        insurance_type: payerNames[place]![2],
        selfPay: false,
      }
      const date = addDays(today, -random.int(45, 80))
      const facility = random.pick(openFacilities(clinic))
      const visit = { date, patient, clinic, facility, rendering, facilityById: false }
      const [services] = dealServices(random, clinic, 1)
      const data = {
        ...makeVisitData(random, names, visit, services!),
        billable_status: 'BILLABLE' as const,
      }
      const seen = Date.parse(`${date}T15:00:00Z`)
      const id = random.uuid()
      batch.encounters.push({
        id,
        claim_creation_id: '',
        created_at: seen + day / 4,
        patient_control_number: controlNumberOf(id),
        input: JSON.stringify(data),
        parts: null,
        pre_encounter_patient_id: '',
        pre_encounter_appointment_ids: [],
        claim_status: 'denied',
        ...encounterColumns(
          {
            external_id: `VISIT-${patient.external_id.slice(4)}`,
            patient_external_id: patient.external_id,
          },
          { ...data, date_of_service: date },
        ),
      })
      batch.claims.push({
        id: random.uuid(),
        encounter_id: id,
        claim_creation_id: '',
        status: 'denied',
        submitted_at: seen + 2 * day,
        decided_at: seen + random.int(15, 30) * day,
        decision: JSON.stringify({ denial: 'Credentialing' }),
      })
    }
  }
  return batch
}
