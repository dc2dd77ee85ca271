import type { SourceFile } from './source-files.ts'

const limits = { median: 80, ninetieth: 250, largest: 400 }
// Data is read, not maintained line by line: test data, generated migrations, code lists and seed tables.
const data = [/\/testdata\//, /\/migrations\//, /^lib\/contract\/codes\//, /^lib\/sandbox\/seed\/data\//, /\.json$/, /\.md$/, /\.(css|svg|txt)$/]

/** What is wrong with the lengths of files, as lines for a person. Tests count for the largest only. */
export function checkSizes(files: SourceFile[]): string[] {
  const code = files.filter(({ path }) => !data.some((pattern) => pattern.test(path)))
  const lengths = code.filter(({ path }) => !/\.(test|spec)\.tsx?$/.test(path)).map(countLines).toSorted((a, b) => a - b)
  return [
    ...code.filter((file) => countLines(file) > limits.largest).map((file) => `${file.path}: ${countLines(file)} lines, ${limits.largest} is the most`),
    ...overLimit('median', lengths[Math.floor(lengths.length / 2)], limits.median),
    ...overLimit('90th percentile', lengths[Math.floor(lengths.length * 0.9)], limits.ninetieth),
  ]
}

function overLimit(name: string, value = 0, limit: number): string[] {
  return value > limit ? [`file lengths: the ${name} is ${value} lines, ${limit} is the most`] : []
}

function countLines({ text }: SourceFile): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
