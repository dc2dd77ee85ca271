/** An answer of the sandbox before it is sent. */
export type MadeAnswer = { method: string; path: string; status: number; body: string }

let watcher: ((answer: MadeAnswer) => void) | undefined

/**
 * Calls `watch` with every answer of the sandboxes of this process, before an armed fault changes
 * it. Only tests call this. Without a watcher no answer is copied.
 */
export function watchAnswers(watch: (answer: MadeAnswer) => void): void {
  watcher = watch
}

/** Calls the watcher, if there is one, and returns the answer. */
export async function watched(request: Request, answer: Response): Promise<Response> {
  watcher?.({
    method: request.method,
    path: new URL(request.url).pathname,
    status: answer.status,
    body: await answer.clone().text(),
  })
  return answer
}
