import 'server-only'

/**
 * A reason not to start that the operator can mend. Its message is fixed text of ours without a key, a patient's
 * data or a path, so it may be logged as it is.
 */
export class StartProblem extends Error {}
