import { stateNames } from '#lib/contract/codes/state-names.ts'

/** A state as a square of the map: its row and column, counted from zero. */
export type StateTile = { code: string; row: number; column: number }

// The country drawn with one square a state, each about where it lies: a row a line, columns of one
// blank-parted word.
const drawing = [
  'AK .  .  .  .  .  .  .  .  .  .  ME',
  '.  .  .  .  .  .  .  .  .  .  VT NH',
  '.  WA ID MT ND MN IL WI MI NY RI MA',
  '.  OR NV WY SD IA IN OH PA NJ CT .',
  '.  CA UT CO NE MO KY WV VA MD DE .',
  '.  .  AZ NM KS AR TN NC SC DC .  .',
  '.  .  .  .  OK LA MS AL GA .  .  .',
  '.  HI .  .  TX .  .  .  .  FL .  .',
]

/** The fifty states and the District of Columbia on the map. */
export const mapTiles: readonly StateTile[] = drawing.flatMap((line, row) =>
  line.split(/\s+/).flatMap((code, column) => (code === '.' ? [] : [{ code, row, column }])),
)

/** The number of columns of the map. */
const mapColumns = 12

const onMap = new Set(mapTiles.map(({ code }) => code))

/** Codes of the interface that are no state: territories, military posts, a foreign country. */
const otherPlaces: readonly string[] = Object.keys(stateNames).filter((code) => !onMap.has(code))

/**
 * All places as squares: the map, then the others in rows below it, `more` (codes that the
 * interface does not name) at their end.
 */
export function allTiles(more: readonly string[]): StateTile[] {
  const below = [
    ...otherPlaces,
    ...more.filter((code) => !onMap.has(code) && !otherPlaces.includes(code)),
  ]
  const first = drawing.length
  return [
    ...mapTiles,
    ...below.map((code, index) => ({
      code,
      row: first + Math.floor(index / mapColumns),
      column: index % mapColumns,
    })),
  ]
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/**
 * The square that an arrow leads to: the nearest in that direction, those straight ahead first;
 * none at the edge.
 */
export function tileTowards(
  tiles: readonly StateTile[],
  from: StateTile,
  arrow: Arrow,
): StateTile | undefined {
  const [ahead, aside] =
    arrow === 'ArrowUp' || arrow === 'ArrowDown'
      ? (['row', 'column'] as const)
      : (['column', 'row'] as const)
  const sign = arrow === 'ArrowDown' || arrow === 'ArrowRight' ? 1 : -1
  const cost = (tile: StateTile) =>
    (tile[ahead] - from[ahead]) * sign + Math.abs(tile[aside] - from[aside]) * 3
  return tiles
    .filter((tile) => (tile[ahead] - from[ahead]) * sign > 0)
    .toSorted((a, b) => cost(a) - cost(b))[0]
}

/** A code's name; the code itself if the interface has no name for it. */
export function placeName(code: string): string {
  return Object.hasOwn(stateNames, code) ? stateNames[code as keyof typeof stateNames] : code
}

// Written out, because the policy forbids style attributes and Tailwind reads class names from the
// source.
/** The style that puts a square into its column of a grid of `mapColumns`. */
export const columnStyle = [
  'col-start-1',
  'col-start-2',
  'col-start-3',
  'col-start-4',
  'col-start-5',
  'col-start-6',
  'col-start-7',
  'col-start-8',
  'col-start-9',
  'col-start-10',
  'col-start-11',
  'col-start-12',
]
/** The style that puts it into its row. */
export const rowStyle = [
  'row-start-1',
  'row-start-2',
  'row-start-3',
  'row-start-4',
  'row-start-5',
  'row-start-6',
  'row-start-7',
  'row-start-8',
  'row-start-9',
  'row-start-10',
  'row-start-11',
  'row-start-12',
  'row-start-13',
  'row-start-14',
  'row-start-15',
]
