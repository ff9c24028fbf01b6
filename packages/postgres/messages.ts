import type { Socket } from 'node:net'

// Postgres protocol 3.0: https://www.postgresql.org/docs/current/protocol-message-formats.html
const SSL_REQUEST_CODE = 80877103
const GSS_ENCRYPTION_REQUEST_CODE = 80877104
const CANCEL_REQUEST_CODE = 80877102

export const MESSAGE_HEADER_BYTES = 5

/** Bytes of a StartupMessage before its parameters. */
const STARTUP_HEAD_BYTES = 8

/** Returns the type of a message. The StartupMessage has no type. */
export const getMessageType = (message: Buffer): string => String.fromCharCode(message[0] ?? 0)

export function readTexts(message: Buffer, count: number, start = MESSAGE_HEADER_BYTES): string[] {
  const texts: string[] = []
  let from = start
  while (texts.length < count) {
    const end = message.indexOf(0, from)
    if (end === -1) break
    texts.push(message.toString('utf8', from, end))
    from = end + 1
  }
  return texts
}

export function parseStartupParameters(message: Buffer): Map<string, string> {
  const texts = readTexts(message, Number.POSITIVE_INFINITY, STARTUP_HEAD_BYTES)
  const parameters = new Map<string, string>()
  for (let index = 0; index + 1 < texts.length; index += 2) {
    const [name = '', value = ''] = texts.slice(index, index + 2)
    if (name) parameters.set(name, value)
  }
  return parameters
}

/** Returns the first message, or undefined if it is incomplete. @throws for an invalid length */
function readFirstMessage(bytes: Buffer, hasLetter: boolean): Buffer | undefined {
  const start = hasLetter ? 1 : 0
  if (bytes.length < start + 4) return undefined
  const length = bytes.readInt32BE(start)
  if (length < (hasLetter ? 4 : 8)) throw new Error(`Invalid Postgres message length: ${length} bytes`)
  return bytes.length < start + length ? undefined : bytes.subarray(0, start + length)
}

export function* splitMessages(response: Buffer): Generator<Buffer> {
  for (let rest = response; rest.length > 0;) {
    const message = readFirstMessage(rest, true)
    if (!message) throw new Error(`The Postgres response ends with an incomplete message of ${rest.length} bytes`)
    yield message
    rest = rest.subarray(message.length)
  }
}

/**
 * Yields the messages of a client from the StartupMessage until it disconnects. Declines encryption and ignores cancel
 * requests.
 */
export async function* readMessages(socket: Socket): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false
  for await (const bytes of readBytes(socket)) {
    rest = Buffer.concat([rest, bytes])
    for (let message; (message = readFirstMessage(rest, hasStarted));) {
      rest = rest.subarray(message.length)
      const code = hasStarted ? getMessageType(message) : message.readInt32BE(MESSAGE_HEADER_BYTES - 1)
      if (code === 'X' || code === CANCEL_REQUEST_CODE) return
      if (code === SSL_REQUEST_CODE || code === GSS_ENCRYPTION_REQUEST_CODE) {
        socket.write('N')
        continue
      }
      hasStarted = true
      yield message
    }
  }
}

async function* readBytes(socket: Socket): AsyncGenerator<Buffer> {
  try {
    // The socket stays open, because a response may be pending.
    yield* socket.iterator({ destroyOnReturn: false })
  } catch (error) {
    // A broken connection ends the messages like a closed one.
    if (!socket.destroyed) throw error
  }
}

export function buildFatalError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(MESSAGE_HEADER_BYTES)
  head.write('E')
  head.writeInt32BE(fields.length + MESSAGE_HEADER_BYTES - 1, 1)
  return Buffer.concat([head, fields])
}
