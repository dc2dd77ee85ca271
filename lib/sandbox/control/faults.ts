import { z } from 'zod'

/** What a fault does to a request. */
export const faultKinds = [
  'status',
  'delay',
  'reset-before',
  'reset-after',
  'truncate',
  'html',
  'slow-body',
  'empty-page',
] as const

/**
 * A fault as POST /_sandbox/faults takes it.
 * - status: answers `status` (500) with `errorName` and `content`, or with the text `body`, and `headers`; nothing is done.
 * - delay: waits `delay` milliseconds, then goes on as usual. Every other kind waits `delay` first too.
 * - reset-before: cuts the connection before anything is done. reset-after: does the work, then cuts it.
 * - truncate: does the work, sends the head and the first half of the body, then cuts it.
 * - html: answers an HTML page with `status` (200). slow-body: sends the body in ten pieces over `delay` milliseconds.
 * - empty-page: answers the page's tokens without its items.
 */
export const faultBody = z.strictObject({
  method: z
    .string()
    .transform((text) => text.toUpperCase())
    .optional(),
  /** A path as sent, `*` standing for any text; every path when missing. */
  path: z.string().optional(),
  /** A text that the request's body contains: it tells requests to one path apart. */
  holds: z.string().optional(),
  kind: z.enum(faultKinds),
  /** How many requests it is for; missing or null: until it is deleted. */
  times: z.int().min(1).nullish(),
  /** Milliseconds. */
  delay: z.number().min(0).max(600_000).optional(),
  status: z.int().min(200).max(599).optional(),
  errorName: z.string().optional(),
  content: z.unknown().optional(),
  body: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
})
export type Fault = z.infer<typeof faultBody>

type Armed = Fault & { id: number; matched: number }

/** The faults that are armed, first match first. */
export class Faults {
  private armed: Armed[] = []
  private nextId = 1

  add(fault: Fault): Armed {
    const armed = { ...fault, id: this.nextId, matched: 0 }
    this.nextId += 1
    this.armed.push(armed)
    return armed
  }

  list(): Armed[] {
    return this.armed
  }

  clear(): void {
    this.armed = []
  }

  /** The fault for a request, counted down; undefined for none. `readBody` is asked only for a fault that names a text. */
  async take(method: string, path: string, readBody: () => Promise<string>): Promise<Fault | undefined> {
    const candidates = this.armed.filter((each) => (each.method ?? method) === method && matchesPath(each.path, path))
    for (const fault of candidates) {
      if (fault.holds !== undefined && !(await readBody()).includes(fault.holds)) continue
      // Another request may have used it up meanwhile.
      if (!this.armed.includes(fault)) continue
      fault.matched += 1
      if (fault.times && fault.matched >= fault.times) this.armed = this.armed.filter((each) => each !== fault)
      return fault
    }
    return undefined
  }
}

function matchesPath(pattern: string | undefined, path: string): boolean {
  if (pattern === undefined) return true
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(path)
}
