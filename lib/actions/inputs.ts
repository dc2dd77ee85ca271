import 'server-only'
import { z } from 'zod'

/** An identifier of the partner's. */
export const id = z.string().min(1).max(200)

/** JSON text of one record, at most 20 MB as the partner's own replies. */
export const jsonText = z.string().min(2).max(20_000_000)

/** A write's own id, made by the browser: asked for again with the same id, it is not made again. */
export const operationId = z.string().regex(/^[\da-f-]{32,36}$/, 'An operation id has 32 hexadecimal digits.')
