import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

export type TcpRelay = {
  port: number
  /** Closes all connections, including new ones. */
  cut: () => void
  /** Accepts and keeps connections but forwards nothing. */
  mute: () => void
  /** Closes all connections and sends only these bytes to new ones. */
  refuse: (answer: Buffer) => void
  /** Delays both directions. */
  slow: (milliseconds: number) => void
  /** Forwards data again. Muted connections stay muted. */
  restore: () => void
  /** Returns the bytes sent by clients so far. */
  getSentBytes: () => number
  close: () => Promise<void>
}

/** Starts a TCP relay with switchable faults. @param port of the target on 127.0.0.1 */
export async function startTcpRelay(port: number): Promise<TcpRelay> {
  const sockets = new Set<Socket>()
  let state: 'passing' | 'cut' | 'muted' | 'refusing' = 'passing'
  let refusal: Buffer = Buffer.alloc(0)
  let delayMs = 0
  let sentBytes = 0

  const trackSocket = (socket: Socket) => {
    sockets.add(socket)
    // Ignores socket errors: if one end fails, the other is closed.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    return socket
  }
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }

  const createDelay = () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, callback) =>
        void (delayMs === 0 ? callback(null, chunk) : setTimeout(() => callback(null, chunk), delayMs)),
    })

  const server = createServer((client) => {
    trackSocket(client)
    if (state === 'cut') client.destroy()
    // Waits for data, because the client reads the response only after it has sent a request.
    if (state === 'refusing') client.once('data', () => client.end(refusal))
    if (state !== 'passing') return
    const target = trackSocket(connect(port, '127.0.0.1'))
    client
      .on('data', ({ length }: Buffer) => (sentBytes += length))
      .on('close', () => target.destroy())
      .pipe(createDelay())
      .pipe(target)
    target
      .on('close', () => client.destroy())
      .pipe(createDelay())
      .pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut'
      end()
    },
    mute: () => {
      state = 'muted'
      for (const socket of sockets) socket.unpipe().pause()
    },
    refuse: (bytes) => {
      state = 'refusing'
      refusal = bytes
      end()
    },
    slow: (milliseconds) => {
      delayMs = milliseconds
    },
    restore: () => {
      state = 'passing'
      delayMs = 0
    },
    getSentBytes: () => sentBytes,
    close: async () => {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
