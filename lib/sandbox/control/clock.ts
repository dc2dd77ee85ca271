/** The sandbox's clock: real time plus an offset. */
export class Clock {
  private offset = 0

  /** Epoch milliseconds. */
  readonly now = (): number => Date.now() + this.offset

  /** Sets the clock to an instant (epoch milliseconds), from which it continues. */
  setTo(instant: number): void {
    this.offset = instant - Date.now()
  }

  /** Moves the clock by milliseconds; a negative number moves it back. */
  advance(milliseconds: number): void {
    this.offset += milliseconds
  }

  /** Returns to real time. */
  reset(): void {
    this.offset = 0
  }
}
