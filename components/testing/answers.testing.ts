import type { Reply } from '#lib/actions/act.ts'
import { toJsonText } from '#lib/core/json-text.ts'
import { ok, type Result } from '#lib/core/result.ts'

type Answer = (input: never) => unknown
type Answered<V> = V | Result<V>

let answers = new Map<string, Answer>()
let asked: { name: string; input: unknown }[] = []
let unanswered = new Set<string>()

/**
 * What the server answers to an act from now on: its value, or the whole Result of a failure. A
 * promise that the test keeps is an answer that is on its way.
 */
export function answer<I, V>(
  act: ((input: I) => Promise<Reply<V>>) | ((input: I) => Promise<Result<V>>),
  by: (input: I) => NoInfer<Answered<V>> | Promise<NoInfer<Answered<V>>>,
): void {
  answers.set(act.name, by)
}

/**
 * The same for a route handler, such as `PUT /api/drafts`: `by` gets the body's value and gives the
 * answer's.
 */
export function answerRoute(route: string, by: (input: never) => unknown): void {
  answers.set(route, by)
}

/** What the page has asked of an act, or of a route, the oldest first. */
export function inputsOf<I>(of: ((input: I) => Promise<unknown>) | string): I[] {
  const name = typeof of === 'string' ? of : of.name
  return asked.flatMap((each) => (each.name === name ? [each.input as I] : []))
}

/** Forgets all answers. Returns what was asked without one. */
export function endAnswers(): string[] {
  const missing = [...unanswered]
  answers = new Map()
  asked = []
  unanswered = new Set()
  return missing
}

async function valueFor(name: string, input: unknown): Promise<unknown> {
  asked.push({ name, input })
  const by = answers.get(name)
  // No server answers before the page has drawn that it asked.
  await new Promise((resolve) => setTimeout(resolve, 5))
  if (by) return by(structuredClone(input) as never)
  unanswered.add(name)
  // The page waits, as for a server that does not answer.
  return new Promise(() => {})
}

async function resultFor(name: string, input: unknown): Promise<Result<unknown>> {
  const value = await valueFor(name, input)
  return isResult(value) ? value : ok(value)
}

function isResult(value: unknown): value is Result<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as Result<1>).ok === 'boolean'
}

/** An act that reads, as the browser gets it. */
export function read(name: string) {
  return named(name, async (input: unknown) => ({
    reply: resultFor(name, input).then(toJsonText),
  }))
}

/** An act that changes something, as the browser gets it. */
export function write(name: string) {
  return named(name, (input: unknown) => resultFor(name, input))
}

function named<F extends (input: unknown) => unknown>(name: string, act: F): F {
  return Object.defineProperty(act, 'name', { value: name })
}

/** A `fetch` whose requests to our own routes the test answers. */
export function reachServer(real: typeof fetch): typeof fetch {
  return async (target, init) => {
    const { pathname } = new URL(target instanceof Request ? target.url : target, location.href)
    if (!pathname.startsWith('/api/')) return real(target, init)
    const { body, method = 'GET' } = init ?? {}
    const text = body ? await new Response(body).text() : 'null'
    return Response.json(await resultFor(`${method} ${pathname}`, JSON.parse(text)))
  }
}
