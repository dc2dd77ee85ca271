// Letters of other alphabets that read as these Latin ones.
const alike = {
  a: 'аαɑ',
  b: 'вβь',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еёεҽ',
  g: 'ց',
  h: 'нһη',
  i: 'іїιӏ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ⅼ',
  m: 'мμ',
  n: 'ոν',
  o: 'оοօ',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'սυ',
  w: 'ԝω',
  x: 'хχ',
  y: 'уү',
  z: 'ζ',
}
const latinOf = new Map(
  Object.entries(alike).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
)
// Control and format characters, and those that nothing shows.
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * What a reader sees of a name: two names with the same plain name read alike. Case, spaces,
 * invisible signs and the look-alike letters of Cyrillic, Greek and Armenian do not count; accents
 * do.
 */
export function plainName(name: string): string {
  const shown = name.normalize('NFKC').replaceAll(/\s+/g, ' ').replaceAll(unseen, '')
  const small = shown.replaceAll(/ +/g, ' ').trim().toLowerCase()
  return Array.from(small, (letter) => latinOf.get(letter) ?? letter).join('')
}

/** True if a word of the text has Latin letters beside those of another alphabet. */
export function mixesAlphabets(text: string): boolean {
  return text
    .split(/[\s\p{P}]+/u)
    .some((word) => /\p{scx=Latin}/u.test(word) && /[\p{L}--\p{scx=Latin}]/v.test(word))
}
