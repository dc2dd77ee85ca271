type Answer<T, E> = { ok: true; body: T } | { ok: false; error: E }

/**
 * The body of a successful call of the published client. A refusal fails the test with its name and
 * content.
 */
export function expectOk<T, E>(answer: Answer<T, E>): T {
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.error)}`)
  return answer.body
}

/** The name and content of a refusal of the published client. A success fails the test. */
export function expectRefusal<T, E extends { errorName: unknown; content: unknown }>(
  answer: Answer<T, E>,
): { errorName: E['errorName']; content: E['content'] } {
  if (answer.ok) throw new Error('expected a refusal')
  return { errorName: answer.error.errorName, content: answer.error.content }
}
