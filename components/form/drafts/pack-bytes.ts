import { gzipSync } from 'fflate'

/**
 * Packs bytes as gzip, about 40 ms for a capture of 300 lines. At once, unlike the browser's own: a page that goes away
 * waits for nothing. Load this file before it is needed.
 */
export function packBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return gzipSync(bytes)
}
