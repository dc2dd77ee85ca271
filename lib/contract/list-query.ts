import { z } from 'zod'
import { claimStatus } from './codes/billing.ts'
import { localDate, openEnum } from './fields.ts'

// Query parameters that several lists share.

/** A page size. The description gives most lists no maximum; each service sets its own. */
export const limit = () => z.int().min(1).optional()

export const sortDirection = openEnum(['asc', 'desc'])

const texts = () => z.array(z.string()).optional()

/** The paging parameters of every list: page size and the previous page's token. */
export const paging = { limit: limit(), page_token: z.string().optional() }

/** The filters that charge captures and claim creations share, by wire name and type. */
export const captureFilters = {
  patient_external_id: z.string().optional(),
  charge_external_id: z.string().optional(),
  date_of_service_min: localDate().optional(),
  date_of_service_max: localDate().optional(),
  claim_ids: texts(),
  claim_creation_ids: texts(),
  billing_provider_npis: texts(),
  service_facility_name: z.string().optional(),
  primary_payer_ids: texts(),
  rendering_provider_npis: texts(),
  rendering_provider_names: texts(),
  supervising_provider_npis: texts(),
  supervising_provider_names: texts(),
  claim_status: claimStatus.optional(),
  claim_creation_category: texts(),
  tags: texts(),
  primary_payer_names: texts(),
  patient_names: texts(),
}
