/** A body that cannot be read, with the status that says so. */
export class UnreadableBodyError extends Error {
  readonly status: 400 | 413
  constructor(status: 400 | 413, message: string) {
    super(message)
    this.name = 'UnreadableBodyError'
    this.status = status
  }
}

/** The body of a request is larger than its reader accepts. */
export class BodyTooLargeError extends UnreadableBodyError {
  constructor(limit: number) {
    super(413, `The body is larger than ${limit} bytes`)
    this.name = 'BodyTooLargeError'
  }
}

/** The body of a request is no text: what is not UTF-8 would be stored as something else than was sent. */
export class NotTextError extends UnreadableBodyError {
  constructor() {
    super(400, 'The body is not text in UTF-8')
    this.name = 'NotTextError'
  }
}

/** Reads the bytes that follow, and at the end that nothing is missing. @throws {NotTextError} */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    // The decoder throws for this alone.
    throw new NotTextError()
  }
}

/**
 * Reads a request body as text, and stops reading as soon as it is too large, whatever its headers claim.
 * @param limit in bytes
 * @throws {UnreadableBodyError}
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLargeError(limit)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLargeError(limit)
    text += decode(decoder, chunk)
  }
  return text + decode(decoder)
}
