import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

// So many rows are drawn beyond each edge of the sight, so that none is missing there while one scrolls by the wheel.
const beyond = 6
// Thrown further than that they would be gone before they are seen.
const beyondThrown = 1

/**
 * Which rows of a long drawing stand in the document, and in which element each of them is drawn. Elements keep the
 * order of their rows, which is what the page is read aloud in, and the row with the focus keeps its element.
 */
export class RowPool {
  #start = 0
  #isThrown = false
  #ids: readonly string[] = []
  #elements: readonly number[] = []
  #made = 0

  /** The places of the rows to draw for what is in sight. `focused`, a place, is among them wherever one scrolls. */
  rangeOf({ startIndex, endIndex, count }: Range, focused: number, isScrolling: boolean): number[] {
    // It is asked again for the same rows when something else changed: they are thrown as long as they move.
    if (startIndex !== this.#start) this.#isThrown = Math.abs(startIndex - this.#start) > (endIndex - startIndex) / 2
    this.#start = startIndex
    const overscan = isScrolling && this.#isThrown ? beyondThrown : beyond
    const rows = defaultRangeExtractor({ startIndex, endIndex, overscan, count })
    return focused < count ? [...new Set([...rows, focused])].toSorted((a, b) => a - b) : rows
  }

  /**
   * A key of an element for each row, by the rows' ids in their order. Where most rows stay, each keeps its element and
   * new ones are made for the rest; where most are others than before, elements are used again from the first to the
   * last: changing one costs less than half of making it. `focused` is an id.
   */
  elementsOf(ids: readonly string[], focused: string | undefined): readonly number[] {
    const known = new Map(this.#ids.map((id, place) => [id, this.#elements[place]!]))
    const kept = ids.filter((id) => known.has(id)).length
    this.#elements =
      kept * 2 >= ids.length ? ids.map((id) => known.get(id) ?? this.#next()) : this.#usedAgain(ids, focused)
    this.#ids = ids
    return this.#elements
  }

  // What stood before the focused row's element goes on before it, and the same behind: no element is moved.
  #usedAgain(ids: readonly string[], focused: string | undefined): number[] {
    const take = (count: number, from: readonly number[]) =>
      Array.from({ length: count }, (_, place) => from[place] ?? this.#next())
    const [place, before] = focused === undefined ? [-1, -1] : [ids.indexOf(focused), this.#ids.indexOf(focused)]
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
