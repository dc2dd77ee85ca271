import { z } from 'zod'

// Vital signs taken at the visit, each in the unit that its name ends with.

export const vitals = z.looseObject({
  height_in: z.number().nullish(),
  weight_lbs: z.number().nullish(),
  blood_pressure_systolic_mmhg: z.number().nullish(),
  blood_pressure_diastolic_mmhg: z.number().nullish(),
  body_temperature_f: z.number().nullish(),
  hemoglobin_gdl: z.number().nullish(),
  hematocrit_pct: z.number().nullish(),
})
