import { isTooDeep } from '#lib/sandbox/http/read-body.ts'

/** One received request, as the control plane shows it. */
export type SeenRequest = {
  /** Counts all requests since the sandbox began, from 1. */
  number: number
  /** The ISO instant of arrival by the sandbox's clock. */
  at: string
  method: string
  path: string
  /** The values of a repeated key are an array. */
  query: Record<string, string | string[]>
  /** The parsed JSON body, the text of a body that is not JSON, or null without a body. */
  body: unknown
  /** 0 if the connection was closed before the answer. */
  status: number
  /** The name of the API key; null without a valid key. */
  key: string | null
  /** The caller's own id of the request, its `x-request-id`; null without one. */
  request_id: string | null
}

const maxRequests = 5000
const maxKeptBody = 1024 * 1024

/** The newest 5,000 requests, oldest first. */
export class RequestLog {
  private requests: SeenRequest[] = []
  private count = 0

  /** Adds a request, which may still be completed, under the next number. */
  add(request: SeenRequest): void {
    request.number = this.count += 1
    this.requests.push(request)
    // Dropping old requests only now and then keeps adding cheap.
    if (this.requests.length > maxRequests * 1.2) this.requests = this.requests.slice(-maxRequests)
  }

  /**
   * The newest requests, oldest first; with `after`, only those that came after the request of that
   * number.
   */
  list(after = 0): SeenRequest[] {
    return this.requests.slice(-maxRequests).filter(({ number }) => number > after)
  }

  clear(): void {
    this.requests = []
  }
}

/**
 * A body as the log stores it; a very large body is replaced by its size. One that nests too deeply
 * to be written as JSON again stays text.
 */
export function loggedBody(text: string): unknown {
  if (text === '') return null
  if (text.length > maxKeptBody) return `${text.length} characters`
  if (isTooDeep(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A query string as an object; repeated keys become an array. */
export function loggedQuery(search: URLSearchParams): SeenRequest['query'] {
  const query: SeenRequest['query'] = {}
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    query[name] = values.length === 1 ? values[0]! : values
  }
  return query
}
