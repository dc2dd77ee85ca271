import { fromOpaque, toOpaque } from './opaque.ts'

/**
 * Where a "show first" list stands: walk 1 shows the matching rows, walk 2 the rest. `token` is the partner's page
 * token in that walk; `back` the partner's token of walk 1's last page, so that walk 2 can be left backwards; `beside`
 * the token up to which the matching rows were compared with those of this walk (see `matchingBeside`).
 */
export type Position = { walk: 1 | 2; token?: string; back?: { token?: string }; beside?: string }

/** A position as one opaque text. */
export function encodePosition(position: Position): string {
  const wire = [
    position.walk,
    position.token ?? null,
    position.back ? [position.back.token ?? null] : null,
    ...(position.beside === undefined ? [] : [position.beside]),
  ]
  return toOpaque(wire)
}

/** The position in an opaque text; the beginning when there is none; undefined when the text is not ours. */
export function decodePosition(text: string | undefined): Position | undefined {
  if (text === undefined) return { walk: 1 }
  const wire = fromOpaque(text)
  if (!Array.isArray(wire) || wire.length < 3 || wire.length > 4) return undefined
  const [walk, token, back, beside = null] = wire as unknown[]
  if ((walk !== 1 && walk !== 2) || !isToken(token) || !isToken(beside)) return undefined
  if (back !== null && !(Array.isArray(back) && back.length === 1 && isToken(back[0]))) return undefined
  return {
    walk,
    ...(token === null ? {} : { token }),
    ...(back === null ? {} : { back: back[0] === null ? {} : { token: back[0] as string } }),
    ...(beside === null ? {} : { beside }),
  }
}

function isToken(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
