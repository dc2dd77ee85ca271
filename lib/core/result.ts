/**
 * A problem of one field: `path` is the wire path (`data.patient.last_name`), `message` is for a
 * person.
 */
export type Issue = { path: string; message: string }

/**
 * An expected failure that can be shown. `name` is the partner's `errorName`, or one of the
 * console's own names (`Unauthenticated`, `Forbidden`, `PartnerUnreachable`, ...). `status` is the
 * partner's HTTP status, 0 if none was received. `issues` are the problems of fields. `message`
 * never contains a key, an address or patient data. `requestId` is the console's own id of the
 * request that failed, where an operator may have to look it up: after a defect, and after trouble
 * with the partner or the database.
 */
export type Failure = {
  name: string
  status: number
  message: string
  issues: Issue[]
  requestId?: string
}

/** A failure's words where no field can show its problems: the message, then each problem once. */
export function failureWords({ message, issues }: Pick<Failure, 'message' | 'issues'>): string {
  return [...new Set([message, ...issues.map((issue) => issue.message)])].join(' ')
}

/** The answer of an action: expected failures are values, only defects are thrown. */
export type Result<T, E = Failure> = { ok: true; value: T } | { ok: false; error: E }

/** A success with `value`. */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

/** A failure by name; `status` 0 means that it has no partner reply. */
export function fail(
  name: string,
  message: string,
  extra: Partial<Failure> = {},
): { ok: false; error: Failure } {
  return { ok: false, error: { status: 0, issues: [], ...extra, name, message } }
}
