/** The host of an https address without credentials in it; undefined for any other text. */
export function safeHttpsHost(address: string): string | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined
  return url.host
}
