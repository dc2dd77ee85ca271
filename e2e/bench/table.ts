/** One measured number with its target. `target` is undefined for a number that is only printed. */
export type Measure = {
  name: string
  value: number
  unit: string
  target?: { atMost?: number; atLeast?: number }
}

/** True if the number meets its target, or has none. */
export function isMet({ value, target }: Measure): boolean {
  return value <= (target?.atMost ?? Infinity) && value >= (target?.atLeast ?? -Infinity)
}

/** The measures as a table for a terminal. */
export function formatTable(measures: Measure[]): string {
  const rows = measures.map((measure) => [
    measure.name,
    formatNumber(measure.value, measure.unit),
    formatTarget(measure),
    measure.target ? (isMet(measure) ? 'pass' : 'MISS') : '',
  ])
  const all = [['measure', 'value', 'target', ''], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  )
  return [
    lines[0],
    '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)),
    ...lines.slice(1),
  ].join('\n')
}

/** The number that 95 of 100 do not exceed. */
export function slowOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)]!
}

/** The middle of a list of numbers. */
export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

function formatTarget({ target, unit }: Measure): string {
  if (target?.atMost !== undefined) return `<= ${formatNumber(target.atMost, unit)}`
  return target?.atLeast === undefined ? '' : `>= ${formatNumber(target.atLeast, unit)}`
}

function formatNumber(value: number, unit: string): string {
  const digits = unit === 'x' ? 2 : value < 100 && !Number.isInteger(value) ? 1 : 0
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`
}
