import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

type Shape = Record<string, z.ZodType>

/**
 * One endpoint of the partner, described once. Everything else is a projection of it: the partner client, the
 * sandbox's routes, list filters, form resolvers, the OpenAPI document and the conformance tests.
 */
export type Operation = {
  /** The spine: names the endpoint, query key, action, sandbox handler, docs anchor and test. */
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path with `{name}` placeholders, each of which `params` describes. */
  path: string
  /** `pre-encounter` operations live on the partner's second base address. */
  host?: 'billing' | 'pre-encounter'
  params?: z.ZodObject<Shape>
  /** Arrays are sent as repeated keys. */
  query?: z.ZodObject<Shape>
  body?: z.ZodType
  /** The body of a 200; null for an operation that answers 204 without one. */
  ok: z.ZodType | null
  /** Every error name that the operation may answer; 401 and malformed requests apply to all and are not repeated. */
  errors: readonly ErrorName[]
  /** `companion` endpoints are optional: a key may not be allowed to call them. */
  source: 'description' | 'companion'
  /** Which resource the reference page files it under. */
  tag: string
  summary: string
  notes?: string
}

/** Keeps an operation's exact types while checking its form. */
export function operation<const O extends Operation>(descriptor: O): O {
  return descriptor
}

type Of<T> = T extends z.ZodType ? z.infer<T> : undefined

/** The typed input of an operation: only the parts that it has. */
export type Input<O extends Operation> = (O['params'] extends z.ZodType
  ? { params: Of<O['params']> }
  : { params?: undefined }) &
  (O['query'] extends z.ZodType ? { query?: Of<O['query']> } : { query?: undefined }) &
  (O['body'] extends z.ZodType ? { body: Of<O['body']> } : { body?: undefined })

/** The typed body of an operation's success; undefined for a 204. */
export type Ok<O extends Operation> = O['ok'] extends z.ZodType ? z.infer<O['ok']> : undefined
