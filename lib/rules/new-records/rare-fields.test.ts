import { expect, test } from 'vitest'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { newCaptureShape } from './new-capture-shape.ts'
import { rareCaptureFields } from '#lib/contract/rare-fields.ts'

test('every rare field is one field of a new capture', () => {
  const shape = newCaptureShape()
  const wrong = [...rareCaptureFields].filter((path) => {
    const member = shapeAt(shape, path)
    return member === undefined || !isLeaf(member)
  })
  expect(wrong).toEqual([])
})
