import type { Socket } from 'node:net'

// Postgres protocol 3.0: https://www.postgresql.org/docs/current/protocol-message-formats.html
const SSL_REQUEST = 80877103
const GSS_ENCRYPTION_REQUEST = 80877104
const CANCEL_REQUEST = 80877102

export const HEAD = 5

/** Bytes of a StartupMessage before its parameters. */
const STARTUP_HEAD = 8

/** Returns the type of a message. The StartupMessage has no type. */
export const letterOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0)

export function textsOf(message: Buffer, count: number, start = HEAD): string[] {
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

export function startupParameters(message: Buffer): Map<string, string> {
  const texts = textsOf(message, Number.POSITIVE_INFINITY, STARTUP_HEAD)
  const parameters = new Map<string, string>()
  for (let index = 0; index + 1 < texts.length; index += 2) {
    const [name = '', value = ''] = texts.slice(index, index + 2)
    if (name) parameters.set(name, value)
  }
  return parameters
}

/** Returns the first message, or undefined if it is incomplete. @throws for an invalid length */
function firstOf(bytes: Buffer, hasLetter: boolean): Buffer | undefined {
  const start = hasLetter ? 1 : 0
  if (bytes.length < start + 4) return undefined
  const length = bytes.readInt32BE(start)
  if (length < (hasLetter ? 4 : 8)) throw new Error(`Invalid Postgres message length: ${length} bytes`)
  return bytes.length < start + length ? undefined : bytes.subarray(0, start + length)
}

export function* messagesIn(answer: Buffer): Generator<Buffer> {
  for (let rest = answer; rest.length > 0;) {
    const message = firstOf(rest, true)
    if (!message) throw new Error(`The Postgres response ends with an incomplete message of ${rest.length} bytes`)
    yield message
    rest = rest.subarray(message.length)
  }
}

/**
 * Yields the messages of a client from the StartupMessage until it disconnects. Declines encryption and ignores cancel
 * requests.
 */
export async function* messagesFrom(socket: Socket): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let hasStarted = false
  for await (const bytes of bytesFrom(socket)) {
    rest = Buffer.concat([rest, bytes])
    for (let message; (message = firstOf(rest, hasStarted));) {
      rest = rest.subarray(message.length)
      const code = hasStarted ? letterOf(message) : message.readInt32BE(HEAD - 1)
      if (code === 'X' || code === CANCEL_REQUEST) return
      if (code === SSL_REQUEST || code === GSS_ENCRYPTION_REQUEST) {
        socket.write('N')
        continue
      }
      hasStarted = true
      yield message
    }
  }
}

async function* bytesFrom(socket: Socket): AsyncGenerator<Buffer> {
  try {
    // The socket stays open, because a response may be pending.
    yield* socket.iterator({ destroyOnReturn: false })
  } catch (error) {
    // A broken connection ends the messages like a closed one.
    if (!socket.destroyed) throw error
  }
}

export function fatalError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(HEAD)
  head.write('E')
  head.writeInt32BE(fields.length + HEAD - 1, 1)
  return Buffer.concat([head, fields])
}
