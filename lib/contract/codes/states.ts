import { openEnum } from '../fields.ts'

// Two-letter codes of states, territories and military post.

export const state = openEnum([
  'AA', 'AE', 'AP', 'AL', 'AK', 'AS', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DC', 'DE', 'FL', 'FM', 'GA', 'GU', 'HI',
  'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MH', 'MI', 'MN', 'MP', 'MS', 'MO', 'MT', 'NE',
  'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'PR', 'PW', 'RI', 'SC', 'SD', 'TN', 'TX',
  'UT', 'VI', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'FC',
])
