// Turns wire input into the published client's form: camelCase members, sets and Date values.

// Arrays of bodies that the client takes as sets, and instants that it takes as Date values.
const sets = new Set([
  'rendering_provider_ids',
  'provider_ids',
  'contract_service_facility_ids',
  'value',
])
const instants = new Set([
  'timestamp',
  'diagnoses_updated_since',
  'claim_created_at',
  'submitted_at',
])
// Members with free-form content, whose keys are not converted.
const freeForm = new Set(['content'])

/** A body in the published client's form. */
export function clientBody(value: unknown): never {
  return spelled(value, true) as never
}

/** Query parameters in the published client's form. */
export function clientQuery(value: unknown): never {
  return spelled(value, false) as never
}

function spelled(value: unknown, inBody: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => spelled(item, inBody))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const member = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
      if (freeForm.has(name)) return [member, inner]
      if (instants.has(name) && inner !== null) return [member, new Date(inner as string)]
      if (inBody && sets.has(name) && Array.isArray(inner)) return [member, new Set(inner)]
      return [member, spelled(inner, inBody)]
    }),
  )
}
