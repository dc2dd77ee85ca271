class CookieJar extends Map<string, { value: string }> {
  // Our code sets a text, as in Next; a test sets what a browser would send.
  override set(name: string, value: string | { value: string }): this {
    return super.set(name, typeof value === 'string' ? { value } : value)
  }
}

/**
 * The request of a unit test: `next/headers` is replaced with this module
 * (`lib/commands/vitest.config.ts`). A test sets what its caller sent; `startTestConsole` resets
 * it.
 */
export const request = { headers: new Headers(), cookies: new CookieJar() }

export const headers = async () => request.headers
export const cookies = async () => request.cookies

export function resetRequest(): void {
  request.headers = new Headers()
  request.cookies.clear()
}
