import { acts, actOf, roles, type Role, type Task } from '#lib/acts/acts.ts'

/**
 * Break glass: an administrator's rights for 60 minutes. Nobody has this role in their account. It
 * does not manage people or shorten the trail's retention: what it gave or deleted would outlast
 * it. Nor is it the second person of a bulk fix.
 */
export const emergency = 'emergency'

/**
 * What a signed-in person may do: that of their role or of break glass, or with `none` only what
 * concerns their own account.
 */
export type ActingRole = Role | 'none' | typeof emergency

/** True for the name of a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}

const outlasting: readonly string[] = [
  'managePeople',
  'setRetention',
  'approveBulkFix',
] satisfies Task[]

/** The tasks among these that the role may do. */
export function tasksOf<T extends string>(role: string, tasks: readonly T[]): T[] {
  return tasks.filter((task) => may(role, task))
}

/** The roles that may do the task, without break glass. */
export function rolesThatMay(task: Task): Role[] {
  const allowed: readonly string[] = acts[task].roles
  return roles.filter((role) => allowed.includes(role))
}

/** True if the role may do the task. Unknown roles and tasks have no permission. */
export function may(role: string, task: string): boolean {
  const allowed: readonly string[] = actOf(task)?.roles ?? []
  if (role === emergency) return !outlasting.includes(task) && allowed.includes('admin')
  return allowed.includes(role)
}
