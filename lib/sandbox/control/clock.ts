/** The sandbox's clock: real time plus an offset. */
export class Clock {
  private offset = 0
  private movedTo = Date.now()

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
    this.movedTo = Date.now()
  }

  /**
   * The time since the clock was last moved or started, in epoch milliseconds: from, to. It
   * includes the real time before this move, so that no instant is left out between two moves. The
   * next call begins where this one ends.
   */
  takeMove(): [from: number, to: number] {
    const from = this.movedTo
    this.movedTo = this.now()
    return [from, this.movedTo]
  }
}
