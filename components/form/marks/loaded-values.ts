/** The value at a control's name in the values that a form began with. */
export function valueIn(values: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null
          ? (at as { [key: string]: unknown })[part]
          : undefined,
      values,
    )
}
