import { createContext } from 'react'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

/**
 * The whole shape of the body that updates the record, with the parts that are shown but not
 * edited.
 */
export const BodyShape = createContext<ObjectShape | undefined>(undefined)
