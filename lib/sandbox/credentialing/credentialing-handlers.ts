import type { Handlers } from '#lib/sandbox/http/handler.ts'
import { listFacilityCredentialingSpans, listProviderCredentialingSpans } from './list-spans.ts'
import { getFacilityCredentialingSpan, getProviderCredentialingSpan } from './get-spans.ts'
import {
  createFacilityCredentialingSpan,
  createProviderCredentialingSpan,
  deleteFacilityCredentialingSpan,
  deleteProviderCredentialingSpan,
  updateFacilityCredentialingSpan,
  updateProviderCredentialingSpan,
} from './write-spans.ts'

/** The operations of credentialing spans. */
export const credentialingHandlers = {
  createFacilityCredentialingSpan,
  listFacilityCredentialingSpans,
  getFacilityCredentialingSpan,
  updateFacilityCredentialingSpan,
  deleteFacilityCredentialingSpan,
  createProviderCredentialingSpan,
  listProviderCredentialingSpans,
  getProviderCredentialingSpan,
  updateProviderCredentialingSpan,
  deleteProviderCredentialingSpan,
} satisfies Handlers
