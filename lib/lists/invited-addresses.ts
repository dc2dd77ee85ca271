import { z } from 'zod'
import { roles, type Role } from '#lib/acts/acts.ts'
import { roleWord } from './access-list.ts'

/** A person to invite. */
export type Invitee = { email: string; role: Role }

/** The most people of one invitation act. */
export const mostInvitees = 50

const address = z.email().max(320)
const roleIn = (word: string) => roles.find((role) => role === word || roleWord(role) === word)

/**
 * Reads whom an administrator wants to invite. Addresses are apart by line, comma, semicolon or
 * space, as "Ann Lee <ann@clinic.test>" or alone. A role's word behind an address is that
 * person's; the others get `role`. Returns one sentence about the first entry that is not
 * understood, and about an address that stands there twice.
 */
export function readInvitees(text: string, role: Role): Invitee[] | string {
  const found = new Map<string, Invitee>()
  let last: Invitee | undefined
  for (const entry of text.replaceAll(/"[^"\n]*"/g, ' ').split(/[\n,;]+/)) {
    last = undefined
    for (const word of wordsOf(entry)) {
      const own = roleIn(word.toLowerCase())
      if (own && last) {
        last.role = own
        continue
      }
      if (!address.safeParse(word).success)
        return `“${word}” is no e-mail address${last ? ', and no role: admin, biller, credentialing, manager or reader' : ''}.`
      last = { email: word.toLowerCase(), role }
      if (found.has(last.email)) return `${last.email} stands there twice.`
      found.set(last.email, last)
    }
  }
  if (found.size === 0) return 'Give an e-mail address.'
  if (found.size > mostInvitees)
    return `These are ${found.size} people. Invite at most ${mostInvitees} at once.`
  return [...found.values()]
}

// A name before an address in angle brackets is for people: the account's owner gives their own.
function wordsOf(entry: string): string[] {
  return entry
    .replace(/^[^<]*<([^>]*)>/, ' $1 ')
    .split(/\s+/)
    .filter((word) => word !== '')
}
