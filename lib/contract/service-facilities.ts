import { z } from 'zod'
import { placeOfServiceCode } from './codes/places-of-service.ts'
import {
  serviceFacilityMode,
  serviceFacilityOperationalStatus,
  serviceFacilityPhysicalType,
  serviceFacilityStatus,
  serviceFacilityType,
} from './codes/service-facilities.ts'
import { page } from './fields.ts'
import { completeAddress } from './contact-fields.ts'

// The organization's own service facilities, for look-ups by name.

export const organizationServiceFacility = z.looseObject({
  organization_service_facility_id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  description: z.string().nullish(),
  external_id: z.string().nullish(),
  npi: z.string().nullish(),
  place_of_service_code: placeOfServiceCode.nullish(),
  clia_number: z.string().nullish(),
  mammography_certification_number: z.string().nullish(),
  status: serviceFacilityStatus.nullish(),
  operational_status: serviceFacilityOperationalStatus.nullish(),
  mode: serviceFacilityMode.nullish(),
  type: serviceFacilityType.nullish(),
  physical_type: serviceFacilityPhysicalType.nullish(),
  telecoms: z.array(z.string()),
  address: completeAddress,
})
export type OrganizationServiceFacility = z.infer<typeof organizationServiceFacility>

export const organizationServiceFacilityPage = page(organizationServiceFacility)
