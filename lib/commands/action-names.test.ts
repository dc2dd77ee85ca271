import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { largeActions } from '#lib/console/server/action-bodies.ts'
import { actionNames, refuseWithClosures, refuseWithoutLargeActions } from './build.ts'
import { root } from './shell.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'build-'))
  mkdirSync(path.join(folder, 'server'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function namesIn(node: object) {
  writeFileSync(
    path.join(folder, 'server', 'server-reference-manifest.json'),
    JSON.stringify({ node }),
  )
  return actionNames(path.relative(root, folder))
}

test('a build names its actions by the ids that browsers send', () => {
  const node = Object.fromEntries(
    [...largeActions, 'markQueue'].map((name) => [`id of ${name}`, { exportedName: name }]),
  )
  const names = namesIn({ ...node, other: {} })
  expect(names.get('id of saveChargeCapture')).toBe('saveChargeCapture')
  expect(names.get('id of markQueue')).toBe('markQueue')
  expect(names.size).toBe(largeActions.size + 1)
})

test('a build that does not name the actions with large bodies is refused', () => {
  const node = Object.fromEntries(
    [...largeActions].map((name) => [`id of ${name}`, { exportedName: name }]),
  )
  expect(() => refuseWithoutLargeActions(namesIn(node))).not.toThrow()
  const [, ...others] = Object.entries(node)
  expect(() => refuseWithoutLargeActions(namesIn(Object.fromEntries(others)))).toThrow(
    /^The build has no server action /,
  )
  expect(() => refuseWithoutLargeActions(namesIn({ 'some id': {} }))).toThrow(
    'The build has no server action',
  )
})

test('a build with an action inside a page is refused', () => {
  const named = { 'an id': { exportedName: 'saveChargeCapture' } }
  expect(() => refuseWithClosures(namesIn(named))).not.toThrow()
  const inside = { 'other id': { exportedName: '$$RSC_SERVER_ACTION_0' } }
  expect(() => refuseWithClosures(namesIn({ ...named, ...inside }))).toThrow(
    'The build has 1 server action inside a page. Write them in lib/actions.',
  )
})
