/** The size of an exhaustive test: `sample` in `npm test`, `whole` in `npm run test:long`. */
export function sized(sample: number, whole: number): number {
  return process.env.TEST_LONG ? whole : sample
}
