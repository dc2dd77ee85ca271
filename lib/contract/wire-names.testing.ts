/** Names in capitals that a page may show as they are. */
const knownByName: readonly string[] = [
  // Variables of this console's own environment: its operator sets them by these names.
  'SANDBOX_API_KEY',
  'CONSOLE_ORIGIN',
]

/**
 * The names of the partner's interface in a page's text, each once: a `place_of_service_code`, a
 * `data.` path, a value such as `NOT_BILLABLE`.
 */
export function wireNamesIn(text: string): string[] {
  const names =
    text.match(/(?<![\w@./-])(?:[a-z]+(?:_[a-z0-9]+)+\b|data\.[a-z]\w*|[a-z]+\.\d+\.[a-z]\w*)/g) ??
    []
  const values = text.match(/(?<![\w@./-])[A-Z]+(?:_[A-Z0-9]+)+\b/g) ?? []
  return [...new Set([...names, ...values.filter((value) => !knownByName.includes(value))])]
}
