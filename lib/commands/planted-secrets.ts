import { createHash } from 'node:crypto'

// Digits that look random and are the same in every run.
function digits(name: string, length: number, encoding: 'hex' | 'base64url' = 'base64url'): string {
  return createHash('sha512')
    .update(`planted ${name}`)
    .digest(encoding)
    .replaceAll(/[_-]/g, 'x')
    .slice(0, length)
}

const forms: ((name: string) => string)[] = [
  (name) => `sk_live_${digits(name, 32)}`,
  (name) => `ghp_${digits(name, 36)}`,
  (name) => `AKIA${digits(name, 16, 'hex').toUpperCase()}`,
  (name) => `xoxb-${digits(name, 12, 'hex')}-${digits(`${name}2`, 24)}`,
  (name) => `eyJhbGciOiJIUzI1NiJ9.${digits(name, 40)}.${digits(`${name}2`, 43)}`,
  (name) => `postgres://console:${digits(name, 24)}@db.example:5432/console`,
  (name) => `-----BEGIN PRIVATE KEY-----\nMII${digits(name, 60)}\n-----END PRIVATE KEY-----`,
  (name) => `Bearer ${digits(name, 40)}`,
  (name) => digits(name, 64, 'hex'),
  (name) => `${Buffer.from(digits(name, 32)).toString('base64')}`,
]

/**
 * 50 invented secrets of ten forms, by the names of environment variables. `npm test` sets them
 * before it builds and starts anything, and then looks for them in what reaches a browser and in
 * the log.
 */
export const plantedSecrets: { readonly [name: string]: string } = Object.fromEntries(
  Array.from({ length: 50 }, (_, place) => {
    const name = `PLANTED_SECRET_${String(place + 1).padStart(2, '0')}`
    return [name, forms[place % forms.length]!(name)]
  }),
)

/** Texts that look like a secret, whatever its value is. */
export const secretPatterns: readonly RegExp[] = [
  /\b[sr]k_(live|test)_\w{16}/,
  /\bgh[opsu]_\w{30}/,
  /\bA[KS]IA[0-9A-Z]{16}\b/,
  /\bxox[abprs]-\w{8}/,
  /\beyJ[\w-]{10,}\.[\w-]{20,}\.[\w-]{20,}/,
  /\b(postgres(ql)?|mysql|mongodb|redis|amqp):\/\/[^\s:/"'`]+:[^\s@"'`]+@/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bBearer [\w.~+/-]{20}/,
  /(?<![\w+/=-])[0-9a-f]{64}(?![\w+/=-])/i,
  /(?<![\w+/=-])[A-Za-z0-9+/]{43}=(?![\w+/=])/,
]
