import type { LocalDate } from '#lib/core/local-date.ts'

const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const usual = 'CHG-'

/**
 * The letters with which most of the organization's newest charge external ids begin, with their
 * sign: `RVT-` of `RVT-20417`. `CHG-` where fewer than half of them share one.
 */
export function captureIdPrefix(ids: readonly string[]): string {
  const prefixes = Map.groupBy(ids, (id) => /^([A-Za-z]{1,8}[-_])/.exec(id)?.[1] ?? '')
  const [prefix, those] = [...prefixes].reduce<[string, readonly string[]]>(
    (most, each) => (each[1].length > most[1].length ? each : most),
    ['', []],
  )
  return prefix !== '' && those.length * 2 >= ids.length ? prefix : usual
}

/**
 * A charge external id without any personal information: `CHG-20261126-7KQ2`. `day` is the person's
 * local date, `bytes` are four random bytes. It never counts on from the newest number: the EHR
 * would come to that number too, and the partner takes each only once.
 */
export function suggestedCaptureId(day: LocalDate, bytes: Uint8Array, prefix = usual): string {
  return `${prefix}${day.replaceAll('-', '')}-${signsOf(bytes.slice(0, 4))}`
}

/**
 * A suggested external id of another record: `ENC-7KQ2-MX4P`. `bytes` are eight random bytes;
 * `kind` is the prefix.
 */
export function suggestedExternalId(bytes: Uint8Array, kind: string): string {
  const signs = signsOf(bytes.slice(0, 8))
  return `${kind}-${signs.slice(0, 4)}-${signs.slice(4)}`
}

// Without signs that look alike: 0 and O, 1, I and L.
function signsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}
