/** A value that components outside each other's tree share; the reading side fits `useSyncExternalStore`. */
export type Store<T> = {
  set: (next: T) => void
  read: () => T
  readOnServer: () => T
  subscribe: (listener: () => void) => () => void
}

/** A store of one value in this browser tab. On the server it always holds `initial`: nothing crosses between requests. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    read: () => value,
    readOnServer: () => initial,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
