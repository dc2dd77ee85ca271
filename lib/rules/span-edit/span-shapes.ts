import {
  createFacilityCredentialingSpanBody,
  createProviderCredentialingSpanBody,
  updateFacilityCredentialingSpanBody,
  updateProviderCredentialingSpanBody,
} from '#lib/contract/credentialing.ts'
import { toShape } from '#lib/rules/edit/contract-shape.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import type { SpanKind } from './span-terms.ts'

// Separate from browser code: the schema library stays on the server.

const updates = {
  facility: updateFacilityCredentialingSpanBody,
  provider: updateProviderCredentialingSpanBody,
}
const creates = {
  facility: createFacilityCredentialingSpanBody,
  provider: createProviderCredentialingSpanBody,
}

/** The shape of the editable terms of a span. */
export function spanShape(kind: SpanKind): ObjectShape {
  return toShape(updates[kind]) as ObjectShape
}

/** The shape of the request that creates a span. */
export function newSpanShape(kind: SpanKind): ObjectShape {
  return toShape(creates[kind]) as ObjectShape
}
