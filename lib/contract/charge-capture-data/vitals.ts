import { z } from 'zod'

// Vital signs of the visit, each in the unit at the end of its name.

export const vitals = z.looseObject({
  height_in: z.number().nullish(),
  weight_lbs: z.number().nullish(),
  blood_pressure_systolic_mmhg: z.number().nullish(),
  blood_pressure_diastolic_mmhg: z.number().nullish(),
  body_temperature_f: z.number().nullish(),
  hemoglobin_gdl: z.number().nullish(),
  hematocrit_pct: z.number().nullish(),
})
