// What the pages of the settings show. They read it without an act, and components do not import
// from lib/console.

export type { BreakGlass } from '#lib/console/accounts/break-glass.ts'
export type { OwnAccount } from '#lib/console/accounts/own-account.ts'
export type { Invitation, Person } from '#lib/console/accounts/people.ts'
export type { ShownConnection } from '#lib/console/connections/connections.ts'
export type { KeyAccess } from '#lib/partner/check-connection.ts'
