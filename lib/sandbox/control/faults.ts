import { z } from 'zod'

/** What a fault does to a request. */
const faultKinds = [
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
 * - status: answers `status` (500) with `errorName` and `content`, or with the text `body`, and `headers`. The handler does
 *   not run.
 * - delay: waits `delay` milliseconds, then answers as usual. All other kinds wait `delay` first too.
 * - reset-before: closes the connection before the handler runs. reset-after: closes it after the handler has run.
 * - truncate: runs the handler, sends the head and the first half of the body, then closes the connection.
 * - html: answers an HTML page with `status` (200). slow-body: sends the body in ten pieces over `delay` milliseconds.
 * - empty-page: answers with the page's tokens but without its items.
 */
export const faultBody = z.strictObject({
  method: z
    .string()
    .transform((text) => text.toUpperCase())
    .optional(),
  /** A path as sent; `*` matches any text. Without it the fault is for every path. */
  path: z.string().optional(),
  /** A text in the request's body: only requests that contain it get the fault. */
  holds: z.string().optional(),
  kind: z.enum(faultKinds),
  /** The number of requests that get the fault; missing or null: all until it is deleted. */
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

/** The armed faults. The first one that matches a request is used. */
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

  /**
   * Takes the fault for a request and counts it down; undefined for none. `readBody` is called only
   * for a fault with `holds`.
   */
  async take(
    method: string,
    path: string,
    readBody: () => Promise<string>,
  ): Promise<Fault | undefined> {
    const candidates = this.armed.filter(
      (each) => (each.method ?? method) === method && matchesPath(each.path, path),
    )
    for (const fault of candidates) {
      if (fault.holds !== undefined && !(await readBody()).includes(fault.holds)) continue
      // Another request may have used the fault while the body was read.
      if (!this.armed.includes(fault)) continue
      fault.matched += 1
      if (fault.times && fault.matched >= fault.times)
        this.armed = this.armed.filter((each) => each !== fault)
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
