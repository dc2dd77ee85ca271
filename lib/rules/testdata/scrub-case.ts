/** Changes to the clean capture that violate a rule, and the path of the finding. */
export type ScrubCase = {
  rule: string
  changes: Record<string, unknown>
  path: string
  input?: object
  severity?: 'error' | 'warning'
}

/** A case whose finding is at the changed member; `more` are other changes. */
export const at = (
  rule: string,
  path: string,
  value: unknown,
  more: Record<string, unknown> = {},
): ScrubCase => ({ rule, path, changes: { ...more, [path]: value } })
