/** One field's complaint: `path` is the wire path (`data.patient.last_name`), `message` is for a person. */
export type Issue = { path: string; message: string }

/**
 * A failure that was expected and can be shown.
 * `name` is the partner's `errorName`, or one of the console's own names (`Unauthenticated`, `Forbidden`,
 * `PartnerUnreachable`, ...). `status` is the partner's HTTP status, 0 where none was received.
 * `issues` are the complaints that name a field; `message` never holds a key, an address or a patient's data.
 */
export type Failure = { name: string; status: number; message: string; issues: Issue[] }

/** What an action answers: expected failures are values, only defects are thrown. */
export type Result<T, E = Failure> = { ok: true; value: T } | { ok: false; error: E }

/** A success holding `value`. */
export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

/** A failure by name; `status` 0 means that no partner reply stands behind it. */
export function fail(name: string, message: string, extra: Partial<Failure> = {}): { ok: false; error: Failure } {
  return { ok: false, error: { status: 0, issues: [], ...extra, name, message } }
}
