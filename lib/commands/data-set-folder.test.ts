import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { usualFolderNote, dataSetFolder } from './data-set-folder.ts'

test('the sandbox alone shares the data of npm start, and each set of flags has its own folder', () => {
  expect(dataSetFolder('/data', {})).toBe('/data')
  expect(dataSetFolder('/data', { captures: 100_000, seed: 7 })).toBe(
    '/data/worlds/seed-7-captures-100000-contracts-120',
  )
  expect(dataSetFolder('/data', { seed: 8 })).not.toBe(dataSetFolder('/data', { seed: 9 }))
})

test('the first start with flags mentions the filled folder of npm start, once', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'data-set-folder-'))
  const fill = (folder: string) => mkdirSync(path.join(folder, 'sandbox', 'pgdata'), { recursive: true })
  const own = dataSetFolder(dataDir, { captures: 5 })
  expect(usualFolderNote(dataDir, own)).toBeUndefined()
  fill(dataDir)
  expect(usualFolderNote(dataDir, own)).toContain('npm run sandbox without flags')
  expect(usualFolderNote(dataDir, dataDir)).toBeUndefined()
  fill(own)
  expect(usualFolderNote(dataDir, own)).toBeUndefined()
  rmSync(dataDir, { recursive: true })
})
