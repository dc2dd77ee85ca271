/** The size of an exhaustive test: `sample` in `npm test`, `whole` in `npm run test:long`. */
export function testSize(sample: number, whole: number): number {
  return process.env.TEST_LONG ? whole : sample
}
