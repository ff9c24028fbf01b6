export class UnreadableBodyError extends Error {
  readonly status: 400 | 413
  constructor(status: 400 | 413, message: string) {
    super(message)
    this.name = 'UnreadableBodyError'
    this.status = status
  }
}

export class BodyTooLargeError extends UnreadableBodyError {
  constructor(limit: number) {
    super(413, `Request body too large: the limit is ${limit} bytes`)
    this.name = 'BodyTooLargeError'
  }
}

/** Error for a body that is not valid UTF-8. Decoding would alter such a body. */
export class InvalidUtf8Error extends UnreadableBodyError {
  constructor() {
    super(400, 'Request body is not valid UTF-8')
    this.name = 'InvalidUtf8Error'
  }
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    throw new InvalidUtf8Error()
  }
}

/**
 * Reads a body as text. Stops once it is too large, regardless of its headers.
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
