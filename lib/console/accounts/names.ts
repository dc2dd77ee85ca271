import 'server-only'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { user } from '#lib/console/schema.ts'
import { plainName } from '#lib/core/plain-name.ts'

/** True if a name reads like that of an account other than `own`. */
export async function isNameTaken(db: ConsoleDb, name: string, own?: string): Promise<boolean> {
  const people = await db.select({ id: user.id, name: user.name }).from(user)
  return people.some((other) => other.id !== own && plainName(other.name) === plainName(name))
}

/** The words for it. */
export const nameTaken =
  'Another person here has a name that reads like this. Add a middle name or a department.'

/**
 * The name of each account by its id, with its e-mail address where another one reads alike: the
 * identity provider names people, too, and two may take a name at once.
 */
export async function tellingNames(): Promise<ReadonlyMap<string, string>> {
  const db = await consoleDb()
  const people = await db.select({ id: user.id, name: user.name, email: user.email }).from(user)
  const alike = Map.groupBy(people, ({ name }) => plainName(name))
  return new Map(
    people.map(({ id, name, email }) => [
      id,
      alike.get(plainName(name))!.length > 1 ? `${name} (${email})` : name,
    ]),
  )
}
