/**
 * The request of a unit test: `next/headers` is replaced with this module (`lib/commands/vitest.config.ts`). A test
 * sets what its caller sent; `startTestConsole` resets it.
 */
export const request = { headers: new Headers(), cookies: new Map<string, { value: string }>() }

export const headers = async () => request.headers
export const cookies = async () => request.cookies

export function forgetRequest(): void {
  request.headers = new Headers()
  request.cookies.clear()
}
