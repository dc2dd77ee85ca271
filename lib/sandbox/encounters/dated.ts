import { isJsonObject, type JsonObject } from '#lib/core/json.ts'

/**
 * The data with the day that an encounter has: without any date of service it is that of the first appointment. The
 * day is not stored with what was sent, so that it moves with the appointment.
 * ASSUMED: encounter-date-from-appointment
 */
export function dated(data: JsonObject, { firstAppointment }: { firstAppointment: string }): JsonObject {
  const isDated =
    Boolean(data.date_of_service) ||
    (Array.isArray(data.service_lines) && data.service_lines.some((line) => isJsonObject(line) && line.date_of_service))
  return isDated || firstAppointment === '' ? data : { ...data, date_of_service: firstAppointment }
}
