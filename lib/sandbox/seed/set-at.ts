type Container = Record<string, unknown> | unknown[]

/**
 * Sets the member at a dotted path; undefined removes it. Objects and arrays on the path are copied
 * first, because several captures can share them.
 */
export function setAt(root: object, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop()!
  let container = root as Record<string, unknown>
  for (const key of keys) {
    const inner = container[key] as Container | null | undefined
    container[key] = Array.isArray(inner) ? [...inner] : { ...inner }
    container = container[key] as Record<string, unknown>
  }
  if (value === undefined) delete container[last]
  else container[last] = value
}
