import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { timeZoneWords, usTimeZones } from '#lib/core/time-zone.ts'

type TimeZoneFieldProps = {
  /** The chosen one at first. */
  first: string
  error: string | undefined
}

/** Chooses the organization's time zone: those of the United States first, then all by name. */
export function TimeZoneField({ first, error }: TimeZoneFieldProps) {
  const us = Object.keys(usTimeZones)
  const named = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', first])]
  const others = named.filter((zone) => !us.includes(zone)).toSorted()
  return (
    <Field
      name="time_zone"
      label="Organization’s time zone"
      hint="It decides which day it is, for everyone: today, due dates, snoozes and nightly jobs."
      error={error}
      required
    >
      {(control) => (
        <Select {...control} defaultValue={first}>
          {[
            { label: 'United States', zones: us },
            { label: 'All others', zones: others },
          ].map(({ label, zones }) => (
            <optgroup key={label} label={label}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {timeZoneWords(zone)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  )
}
