import 'server-only'
import type { z } from 'zod'
import type { Task } from '#lib/acts/acts.ts'
import { toJsonText, type JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { runAction, type ActSpec } from './run-action.ts'

/**
 * The answer of a read: a promise inside an object, given at once, because Next runs plain actions
 * one after the other (decision 0005). A whole record of the partner in it is JSON text: parse it
 * with `parseExact` where it is edited, so that unknown members, nulls and the spelling of numbers
 * survive.
 */
export type Reply<V> = { reply: Promise<JsonText<Result<V>>> }

/** What an act answers when it succeeds. */
export type ReplyOf<Act> = Act extends (input: never) => Promise<Reply<infer V> | Result<infer V>>
  ? V
  : never

type ReadonlyInput<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyInput<Item>[]
  : T extends object
    ? { [K in keyof T]: ReadonlyInput<T[K]> }
    : T

/** What a caller gives to an act. The server trusts no type: it parses what arrives. */
export type Asked<S extends z.ZodType> = ReadonlyInput<z.input<S>>

/** Whose permission an act asks for; a function of the raw input where one act serves several. */
type TaskOf = Task | ((input: unknown) => string)

/** An act that reads, as a server action: its reads run beside each other. */
export function readAct<S extends z.ZodType, V>(
  task: TaskOf,
  spec: ActSpec<S, V>,
): (input: Asked<S>) => Promise<Reply<V>> {
  return async (input) => ({
    reply: runAction({ ...spec, task }, input).then((result) => toJsonText(result)),
  })
}

/** An act that changes something, as a server action: one after the other. */
export function writeAct<S extends z.ZodType, V>(
  task: TaskOf,
  spec: ActSpec<S, V>,
): (input: Asked<S>) => Promise<Result<V>> {
  return (input) => runAction({ ...spec, task }, input)
}
