/** An answer of the sandbox's own making, as it is about to leave. */
export type MadeAnswer = { method: string; path: string; status: number; body: string }

let watcher: ((answer: MadeAnswer) => void) | undefined

/**
 * Shows every answer that any sandbox of this process makes from now on to `watch`, before a fault that a test armed
 * spoils it. For proofs only: nothing that serves calls this, and without a watcher no answer is read twice.
 */
export function watchAnswers(watch: (answer: MadeAnswer) => void): void {
  watcher = watch
}

/** Shows an answer to the watcher, if there is one, and passes it on. */
export async function shown(request: Request, answer: Response): Promise<Response> {
  watcher?.({
    method: request.method,
    path: new URL(request.url).pathname,
    status: answer.status,
    body: await answer.clone().text(),
  })
  return answer
}
