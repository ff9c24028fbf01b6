/** The body of a request is larger than its reader accepts. */
export class BodyTooLargeError extends Error {
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes`)
    this.name = 'BodyTooLargeError'
  }
}

/**
 * Reads a request body as text, and stops reading as soon as it is too large, whatever its headers claim.
 * @param limit in bytes
 * @throws {BodyTooLargeError}
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLargeError(limit)
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLargeError(limit)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
