/** One request that arrived, as the control plane tells it. */
export type SeenRequest = {
  /** ISO instant of its arrival by the sandbox's clock. */
  at: string
  method: string
  path: string
  /** A repeated key's values are an array. */
  query: Record<string, string | string[]>
  /** The parsed JSON body, its text when it is no JSON, null when there was none. */
  body: unknown
  /** 0 when the connection was cut before an answer. */
  status: number
  /** The name of the key that it was sent with; null without a valid one. */
  key: string | null
}

const kept = 5000
const maxKeptBody = 1024 * 1024

/** The newest 5,000 requests, oldest first. */
export class RequestLog {
  private requests: SeenRequest[] = []

  add(request: SeenRequest): void {
    this.requests.push(request)
    // Cutting now and then keeps adding cheap.
    if (this.requests.length > kept * 1.2) this.requests = this.requests.slice(-kept)
  }

  list(): SeenRequest[] {
    return this.requests.slice(-kept)
  }

  clear(): void {
    this.requests = []
  }
}

/** A body as the log keeps it; a very large one is named by its size. */
export function loggedBody(text: string): unknown {
  if (text === '') return null
  if (text.length > maxKeptBody) return `${text.length} characters`
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A query string as an object, repeated keys gathered. */
export function loggedQuery(search: URLSearchParams): SeenRequest['query'] {
  const query: SeenRequest['query'] = {}
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name)
    query[name] = values.length === 1 ? values[0]! : values
  }
  return query
}
