// Two-letter codes of states, territories and military post: apart from the schema, so that a browser can judge a
// state without loading the schema library.

export const stateCodes = [
  'AA', 'AE', 'AP', 'AL', 'AK', 'AS', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DC', 'DE', 'FL', 'FM', 'GA', 'GU', 'HI',
  'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MH', 'MI', 'MN', 'MP', 'MS', 'MO', 'MT', 'NE',
  'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'PR', 'PW', 'RI', 'SC', 'SD', 'TN', 'TX',
  'UT', 'VI', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'FC',
] as const
