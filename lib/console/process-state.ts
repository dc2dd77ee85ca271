/**
 * The console's values that exist once per process, in one object. The caller types those that it
 * uses.
 *
 * A variable of a module will not do: Next gives pages, actions and routes a copy of each module of
 * their own, and the front server (lib/commands/console-server.ts) runs outside of them all and
 * cannot import from the bundle. Only `globalThis` is the same for all of them.
 */
export function processState<Values extends object>(): Partial<Values> {
  const place = globalThis as { consoleState?: object }
  place.consoleState ??= {}
  return place.consoleState
}
