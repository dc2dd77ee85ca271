import type { Result } from './result.ts'

declare const written: unique symbol

/**
 * JSON text that our own server wrote of a `T`. The type is the compiler's only: at run time it is
 * a plain text.
 */
export type JsonText<T> = string & { readonly [written]: T }

/** Writes a value as JSON text. Its members that are undefined are left out. */
export function toJsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>
}

/** The value of a text that `toJsonText` wrote. */
export function fromJsonText<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T
}

/**
 * The value of a Result as text; undefined for a failure, which the page's own query shows when it
 * reads again.
 */
export function valueIn<T>(text: JsonText<Result<T>>): T | undefined {
  const result = fromJsonText(text)
  return result.ok ? result.value : undefined
}
