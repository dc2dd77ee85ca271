/** Replaces `server-only` in unit tests: a module without effect. */
export const nothing = undefined
