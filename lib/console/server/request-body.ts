import 'server-only'

/**
 * The bytes of a request's body; undefined if it is longer than `maxBytes`. It never reads more
 * than that, whatever length the header states. Every route reads its body with this, after the
 * session check.
 */
export async function readBoundedBody(
  request: Request,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the stream.
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
