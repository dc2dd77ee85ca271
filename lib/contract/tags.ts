import { z } from 'zod'
import { openEnum } from './fields.ts'

// Labels on the partner's encounters.

export const tagColor = openEnum([
  'black',
  'white',
  'gray',
  'red',
  'yellow',
  'green',
  'blue',
  'indigo',
  'purple',
  'pink',
])

export const tag = z.looseObject({
  creator_id: z.string(),
  tag_id: z.string(),
  description: z.string(),
  color: tagColor,
})
