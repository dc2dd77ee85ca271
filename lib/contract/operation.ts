import type { z } from 'zod'
import type { ErrorName } from './errors.ts'

type Shape = Record<string, z.ZodType>

/**
 * One endpoint of the partner, described once. The partner client, the sandbox's routes, list
 * filters, form resolvers, the OpenAPI document and the conformance tests all derive from it.
 */
export type Operation = {
  /** Names the endpoint, query key, action, sandbox handler, docs anchor and test. */
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path with `{name}` placeholders; `params` describes each. */
  path: string
  /** `pre-encounter` operations use the partner's second base address. */
  host?: 'billing' | 'pre-encounter'
  params?: z.ZodObject<Shape>
  /** Arrays are sent as repeated keys. */
  query?: z.ZodObject<Shape>
  body?: z.ZodType
  /** The body of a 200; null for an operation that answers 204 without a body. */
  ok: z.ZodType | null
  /**
   * Every error name of the operation, except 401 and malformed requests, which apply to all
   * operations.
   */
  errors: readonly ErrorName[]
  /** `companion` endpoints are optional: a key may lack permission for them. */
  source: 'description' | 'companion'
  /** The resource's heading on the reference page. */
  tag: string
  summary: string
  notes?: string
}

/** Checks an operation's form and keeps its exact types. */
export function operation<const O extends Operation>(descriptor: O): O {
  return descriptor
}

type Of<T> = T extends z.ZodType ? z.infer<T> : undefined

/** The typed input of an operation, with only the parts that it has. */
export type Input<O extends Operation> = (O['params'] extends z.ZodType
  ? { params: Of<O['params']> }
  : { params?: undefined }) &
  (O['query'] extends z.ZodType ? { query?: Of<O['query']> } : { query?: undefined }) &
  (O['body'] extends z.ZodType ? { body: Of<O['body']> } : { body?: undefined })

/** The typed body of a successful answer; undefined for a 204. */
export type Ok<O extends Operation> = O['ok'] extends z.ZodType ? z.infer<O['ok']> : undefined
