import 'server-only'
import { auditRetentionDays } from '#lib/console/trail/archive.ts'

/** HIPAA asks for six years (45 CFR 164.316(b)(2)(i)); nobody sets less. */
export const leastYears = 6
export const mostYears = 30

const daysOfYear = 365.25

/** Years as whole days, with the leap days. */
export function daysOf(years: number): number {
  return Math.ceil(years * daysOfYear)
}

/** For how many whole years the trail stays in the database. */
export async function retentionYears(): Promise<number> {
  return Math.floor((await auditRetentionDays()) / daysOfYear)
}
