import { createHash } from 'node:crypto'

/** The id of the organization that owns the partner account. */
export const organizationId = '2b7e1f44-09c3-4f0e-8a55-90d1c8a7e300'

/**
 * A UUID for a part of a record. The same record and part always give the same id, so it is not
 * stored.
 */
export function derivedId(record: string, part: string): string {
  const hex = createHash('sha256').update(`${record}/${part}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A whole number from 0 to below `below`, always the same for the same record and part. */
export function derivedNumber(record: string, part: string, below: number): number {
  return createHash('sha256').update(`${record}/${part}`).digest().readUInt32BE(0) % below
}
