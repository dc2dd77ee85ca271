import 'server-only'

const shown = '[secret]'

/** A value that no log, error, JSON text or template can show by accident: only `reveal()` gives it. */
export class Secret {
  #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself; call it only where the value leaves for its one purpose. */
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
