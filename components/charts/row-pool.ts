import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

// Rows rendered beyond each edge of the viewport, so that scrolling by the wheel shows no empty
// rows.
const usualOverscan = 6
// With a longer jump the rows would leave the viewport before anyone sees them.
const overscanAfterJump = 1

/**
 * Chooses the rows of a long drawing that are in the document, and the element of each row.
 * Elements stay in the order of their rows, because screen readers read them in that order. The
 * focused row keeps its element.
 */
export class RowPool {
  #start = 0
  #hasJumped = false
  #ids: readonly string[] = []
  #elements: readonly number[] = []
  #made = 0

  /**
   * The indexes of the rows to render for the viewport. `focused`, an index, is always among them.
   */
  rangeOf({ startIndex, endIndex, count }: Range, focused: number, isScrolling: boolean): number[] {
    // It is also called when the rows did not move. Then the jump of the last move still counts.
    if (startIndex !== this.#start)
      this.#hasJumped = Math.abs(startIndex - this.#start) > (endIndex - startIndex) / 2
    this.#start = startIndex
    const overscan = isScrolling && this.#hasJumped ? overscanAfterJump : usualOverscan
    const rows = defaultRangeExtractor({ startIndex, endIndex, overscan, count })
    return focused < count ? [...new Set([...rows, focused])].toSorted((a, b) => a - b) : rows
  }

  /**
   * The key of each row's element, by the rows' ids in their order. While most rows stay, each
   * keeps its element and new rows get new elements. When most rows are new, they reuse the
   * elements in order: changing an element costs less than half of creating one. `focused` is an
   * id.
   */
  elementsOf(ids: readonly string[], focused: string | undefined): readonly number[] {
    const known = new Map(this.#ids.map((id, place) => [id, this.#elements[place]!]))
    const staying = ids.filter((id) => known.has(id)).length
    this.#elements =
      staying * 2 >= ids.length
        ? ids.map((id) => known.get(id) ?? this.#next())
        : this.#usedAgain(ids, focused)
    this.#ids = ids
    return this.#elements
  }

  // Elements before the focused row's element stay before it, and those after it stay after it:
  // none moves.
  #usedAgain(ids: readonly string[], focused: string | undefined): number[] {
    const take = (count: number, from: readonly number[]) =>
      Array.from({ length: count }, (_, place) => from[place] ?? this.#next())
    const [place, before] =
      focused === undefined ? [-1, -1] : [ids.indexOf(focused), this.#ids.indexOf(focused)]
    if (place < 0 || before < 0) return take(ids.length, this.#elements)
    return [
      ...take(place, this.#elements.slice(0, before)),
      this.#elements[before]!,
      ...take(ids.length - place - 1, this.#elements.slice(before + 1)),
    ]
  }

  #next(): number {
    this.#made += 1
    return this.#made
  }
}
