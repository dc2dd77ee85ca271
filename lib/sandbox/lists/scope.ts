import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import type { Caller } from '#lib/sandbox/http/keys.ts'

/** The billing NPIs that a key sees; undefined for a key that sees all. */
export type Scope = ReadonlySet<string> | undefined

/** The scope of a key. The scoped key sees the first three billing providers of the organisation. */
export async function scopeOf(sandbox: Sandbox, caller: Caller): Promise<Scope> {
  if (caller.scope === 'all') return undefined
  const rows = await sandbox.run<{ npi: string }>(
    'select npi from organization_providers where is_billing order by seq limit 3',
  )
  return new Set(rows.map(({ npi }) => npi))
}

/**
 * Whether a record with this billing NPI is in scope.
 * ASSUMED: scope-without-npi
 */
export function isInScope(scope: Scope, npi: string): boolean {
  return scope === undefined || npi === '' || scope.has(npi)
}
