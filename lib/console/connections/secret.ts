import 'server-only'

const shown = '[secret]'

/**
 * A value that no log, error, JSON text or template shows by accident. Only `reveal()` returns it.
 */
export class Secret {
  #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself. Call it only where the value is used for its purpose. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return shown
  }

  toJSON(): string {
    return shown
  }

  [Symbol.toPrimitive](): string {
    return shown
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return shown
  }
}
