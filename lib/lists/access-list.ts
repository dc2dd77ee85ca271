import { toCsv } from '#lib/core/csv.ts'
import type { Role } from '#lib/acts/acts.ts'

/** What a role may do, in a few words. */
export const roleDuties: Record<Role, string> = {
  biller: 'fixes and sends charge captures',
  credentialing: 'contracts, rosters and spans; no patient data',
  manager: 'sees all, resolves changes after billing',
  admin: 'everything, with connections and people',
  reader: 'sees all, changes nothing',
}

/** A person of the access list. Instants are ISO text in UTC. */
export type AccessRow = {
  name: string
  email: string
  role: string
  isDemo: boolean
  isDisabled: boolean
  hasPassword: boolean
  hasApp: boolean
  passkeys: number
  isLinked: boolean
  sessions: number
  lastSeenAt: string | null
}

/** A link that lets somebody in once it is used. */
type OpenLink = { email: string; role: string; expiresAt: string; isForPassword: boolean }

/**
 * The access list as a CSV file: every account, then every open invitation. `at` is the instant of
 * the list, as ISO text in UTC.
 */
export function accessListCsv(
  people: readonly AccessRow[],
  links: readonly OpenLink[],
  at: string,
): string {
  const accounts = people.map((person) => [
    person.name,
    person.email,
    person.role,
    dutyOf(person.role),
    person.isDisabled ? 'Disabled' : person.isDemo ? 'Demo account' : 'Active',
    person.hasPassword || person.isDemo ? 'Yes' : 'No',
    person.hasApp ? 'Yes' : 'No',
    person.passkeys,
    person.isLinked ? 'Yes' : 'No',
    person.sessions,
    person.lastSeenAt ?? 'Never',
    at,
  ])
  const invited = links
    .filter(({ isForPassword }) => !isForPassword)
    .map(({ email, role, expiresAt }) => [
      '',
      email,
      role,
      dutyOf(role),
      `Invited until ${expiresAt}`,
      ...Array.from({ length: 6 }, () => ''),
      at,
    ])
  return toCsv([
    [
      'Name',
      'E-mail address',
      'Role',
      'May',
      'State',
      'Password',
      'Authenticator app',
      'Passkeys',
      'Single sign-on',
      'Signed-in browsers',
      'Last seen (UTC)',
      'List made (UTC)',
    ],
    ...accounts,
    ...invited,
  ])
}

function dutyOf(role: string): string {
  return Object.hasOwn(roleDuties, role) ? roleDuties[role as Role] : ''
}

/** A role as a word of the interface. */
export function roleWord(role: string): string {
  return `${role.charAt(0).toUpperCase()}${role.slice(1)}`
}
