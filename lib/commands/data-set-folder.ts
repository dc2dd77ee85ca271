import path from 'node:path'
import { type DataSet, usualDataSet } from '#lib/sandbox/data-set.ts'

/**
 * The data folder of the sandbox alone: that of `npm start` without numbers, otherwise a separate
 * folder for these numbers.
 */
export function dataSetFolder(dataDir: string, asked: Partial<DataSet>): string {
  if (Object.keys(asked).length === 0) return dataDir
  const { seed, captures, contracts } = { ...usualDataSet, ...asked }
  return path.join(dataDir, 'worlds', `seed-${seed}-captures-${captures}-contracts-${contracts}`)
}
