/** The id of the organization whose partner account this is. */
export const organizationId = '2b7e1f44-09c3-4f0e-8a55-90d1c8a7e300'
