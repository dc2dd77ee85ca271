// Kinds of procedure codes by their first characters, as CMS assigns the ranges of HCPCS level II.
// Numeric codes are only compared as numbers: their meaning is licensed.

/** True for a drug: HCPCS J codes. */
export function isDrug(code: string): boolean {
  return /^J\d{4}$/i.test(code)
}

/**
 * True for a supply or piece of equipment: HCPCS A4 to A9, B, E, K and L codes (medical supplies,
 * enteral therapy, durable equipment, orthotics and prosthetics).
 */
export function isSupply(code: string): boolean {
  return /^(?:A[4-9]|[BEKL]\d)\d{3}$/i.test(code)
}

/** True for durable equipment, an orthosis or a prosthesis: HCPCS E, K and L codes. */
export function isEquipment(code: string): boolean {
  return /^[EKL]\d{4}$/i.test(code)
}

/** True for anesthesia, whose time is billed in minutes: 00100 to 01999. */
export function isAnesthesia(code: string): boolean {
  return /^0[01]\d{3}$/.test(code) && Number(code) >= 100
}

/**
 * HCPCS level II codes of what has no code of its own: not otherwise classified, unclassified,
 * unlisted or miscellaneous. Source: CMS, HCPCS level II annual file.
 */
const unlisted = new Set(
  (
    'A4421 A4641 A4649 A9698 A9699 A9999 B9998 B9999 C9399 E1399 H0046 J3490 J3590 J7199 J7599 J7699 J7799 J7999 J8498 ' +
    'J8499 J8597 J8999 J9999 K0108 K0898 K0899 L0999 L1499 L2999 L3649 L3999 L5999 L7499 L8039 L8499 L8699 Q4050 Q4051 ' +
    'Q4100 S8189 T1999 T2025 T5999 V2199 V2799 V5298 V5299'
  ).split(' '),
)

/** True for a HCPCS level II code that does not say what was given: the line must describe it. */
export function isUnlisted(code: string): boolean {
  return unlisted.has(code.toUpperCase())
}
