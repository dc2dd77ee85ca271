import 'server-only'
import { createHash, randomInt } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'

// 31 signs that nobody takes for another; 28 of them have 138 bits, so a plain hash of a code
// cannot be guessed.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const [codes, groups, signsInGroup] = [10, 4, 7]

/** Ten new recovery codes, such as `k3mf9xq-2b7hr4t-w8ncv5p-j6gd3sy`. */
export function makeRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: signsInGroup }, () => signs[randomInt(signs.length)]).join('')
  return Array.from({ length: codes }, () => Array.from({ length: groups }, group).join('-'))
}

/**
 * What is stored of a recovery code, and compared. Case and everything but letters and digits make
 * no difference.
 */
export function hashRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHash('sha256').update(`recovery code ${plain}`).digest('hex')
}

/**
 * How the sign-in library stores the codes: as hashes. It compares with the hash of what was typed
 * (second-step.ts).
 */
export function recoveryCodeStore(secret: string) {
  return {
    encrypt: async (json: string) =>
      JSON.stringify(
        (JSON.parse(json) as string[]).map((code) =>
          isHash(code) ? code : hashRecoveryCode(code),
        ),
      ),
    // Codes from before were stored encrypted.
    decrypt: async (stored: string) => {
      if (stored.startsWith('[')) return stored
      const before = JSON.parse(await symmetricDecrypt({ key: secret, data: stored })) as string[]
      return JSON.stringify(before.map(hashRecoveryCode))
    },
  }
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}
