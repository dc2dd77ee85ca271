import { z } from 'zod'
import { roles, type Role } from '#lib/acts/acts.ts'
import { withoutInvisible } from '#lib/core/invisible-signs.ts'
import { roleWord } from './access-list.ts'

/** A person to invite. */
export type Invitee = { email: string; role: Role }

/** The most people of one invitation act. */
export const mostInvitees = 50

const address = z.email().max(320)
const roleIn = (word: string) => roles.find((role) => role === word || roleWord(role) === word)

/**
 * Reads whom an administrator wants to invite. Addresses are apart by line, comma, semicolon or
 * space, as "Ann Lee <ann@clinic.test>", "Lee, Ann <ann@clinic.test>" or alone. A role's word behind an address is that
 * person's; the others get `role`. Returns one sentence about the first entry that is not
 * understood, and about an address that stands there twice.
 */
export function readInvitees(text: string, role: Role): Invitee[] | string {
  const found = new Map<string, Invitee>()
  let last: Invitee | undefined
  for (const entry of withoutNames(withoutInvisible(text)).split(/[\n,;]+/)) {
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
// Other addresses may stand before it, and the role of the address before.
function withoutNames(text: string): string {
  return text
    .replaceAll(/["“”]([^"“”\n]*)["“”]/g, (_, quoted: string) =>
      quoted.includes('@') ? quoted : ' ',
    )
    .replaceAll(
      /([^<>;\n]*)<([^<>\n]*)>/g,
      (_, before: string, email: string, at: number, all: string) => {
        const kept = before
          .split(',')
          .filter(
            (part, place) =>
              part.includes('@') ||
              (place === 0 && all[at - 1] === '>' && roleIn(part.trim().toLowerCase())),
          )
        return `${kept.join('\n')}\n${email} `
      },
    )
}

function wordsOf(entry: string): string[] {
  return entry
    .split(/\s+/)
    .map((word) => word.replace(/^['‘’(]*(?:mailto:)?/i, '').replace(/['‘’).]+$/, ''))
    .filter((word) => word !== '')
}
