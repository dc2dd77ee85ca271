import type { Handler } from '#lib/sandbox/http/handler.ts'
import { facilityKind, providerKind, readSpan } from './read-spans.ts'

/** One facility span. */
export const getFacilityCredentialingSpan: Handler<'getFacilityCredentialingSpan'> = ({ sandbox, caller, input }) =>
  readSpan(sandbox, caller, facilityKind, input.params.facility_credentialing_span_id)

/** One span of a rendering provider. */
export const getProviderCredentialingSpan: Handler<'getProviderCredentialingSpan'> = ({ sandbox, caller, input }) =>
  readSpan(sandbox, caller, providerKind, input.params.provider_credentialing_span_id)
