import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { usualFolderNote, worldFolder } from './world-folder.ts'

test('the sandbox alone shares the data of npm start, and has a folder for each set of flags', () => {
  expect(worldFolder('/data', {})).toBe('/data')
  expect(worldFolder('/data', { captures: 100_000, seed: 7 })).toBe('/data/worlds/seed-7-captures-100000-contracts-120')
  expect(worldFolder('/data', { seed: 8 })).not.toBe(worldFolder('/data', { seed: 9 }))
})

test('who makes a folder beside the filled one of npm start is told of it, once', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'world-folder-'))
  const fill = (folder: string) => mkdirSync(path.join(folder, 'sandbox', 'pgdata'), { recursive: true })
  const own = worldFolder(dataDir, { captures: 5 })
  expect(usualFolderNote(dataDir, own)).toBeUndefined()
  fill(dataDir)
  expect(usualFolderNote(dataDir, own)).toContain('npm run sandbox without flags')
  expect(usualFolderNote(dataDir, dataDir)).toBeUndefined()
  fill(own)
  expect(usualFolderNote(dataDir, own)).toBeUndefined()
  rmSync(dataDir, { recursive: true })
})
