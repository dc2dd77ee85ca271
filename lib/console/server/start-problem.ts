import 'server-only'

/**
 * A start problem that the operator can solve. Its message is fixed text without a key, patient
 * data or a path, so it may be logged.
 */
export class StartProblem extends Error {}
