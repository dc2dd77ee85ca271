/** A value shared by components in different trees, to be read with `useSyncExternalStore`. */
export type Store<T> = {
  set: (next: T) => void
  read: () => T
  readOnServer: () => T
  subscribe: (listener: () => void) => () => void
}

/**
 * A store of one value in this browser tab. On the server it always has `initial`, so that requests
 * share nothing.
 */
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
