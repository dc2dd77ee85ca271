import { z } from 'zod'
import { address } from '#lib/contract/people.ts'

// Where the service occurred. Mutually exclusive with `service_facility_id`.

export const serviceFacility = z.looseObject({
  organization_name: z.string().nullish(),
  npi: z.string().nullish(),
  address: address.nullish(),
  secondary_identification: z.string().nullish(),
  mammography_certification_number: z.string().nullish(),
})
export type ServiceFacility = z.infer<typeof serviceFacility>
