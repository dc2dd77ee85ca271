/** The sandbox's clock: real time, moved by an offset. */
export class Clock {
  private offset = 0

  /** Epoch milliseconds. */
  readonly now = (): number => Date.now() + this.offset

  /** Sets the clock to an instant (epoch milliseconds); it goes on from there. */
  setTo(instant: number): void {
    this.offset = instant - Date.now()
  }

  /** Moves the clock by milliseconds, back when negative. */
  advance(milliseconds: number): void {
    this.offset += milliseconds
  }

  /** Back to real time. */
  reset(): void {
    this.offset = 0
  }
}
