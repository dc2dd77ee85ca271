import { existsSync } from 'node:fs'
import path from 'node:path'
import { type DataSet, usualDataSet } from '#lib/sandbox/data-set.ts'

/**
 * The data folder of the sandbox alone: that of `npm start` without numbers, otherwise a separate folder for these
 * numbers.
 */
export function dataSetFolder(dataDir: string, asked: Partial<DataSet>): string {
  if (Object.keys(asked).length === 0) return dataDir
  const { seed, captures, contracts } = { ...usualDataSet, ...asked }
  return path.join(dataDir, 'worlds', `seed-${seed}-captures-${captures}-contracts-${contracts}`)
}

/**
 * The note for a start whose flags create a separate folder beside the filled usual one: versions before 2026-11-22
 * filled the usual folder whatever the flags were, so earlier writes may be there. Undefined without a note. Call it
 * before the folder is created.
 */
export function usualFolderNote(dataDir: string, folder: string): string | undefined {
  const isFilled = (place: string) => existsSync(path.join(place, 'sandbox', 'pgdata'))
  if (folder === dataDir || isFilled(folder) || !isFilled(dataDir)) return undefined
  return 'The demo data of npm start stays as it is; npm run sandbox without flags serves it.'
}
