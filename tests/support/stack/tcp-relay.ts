import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A server before another one, which can go away or fall silent as a broken network does. */
export type TcpRelay = {
  port: number
  /** Ends all connections, and each new one at once. */
  cut: () => void
  /** Accepts connections and keeps those that there are, and passes nothing on. */
  mute: () => void
  /** Ends all connections, and answers each new one with these bytes and nothing else. */
  refuse: (answer: Buffer) => void
  /** Passes everything on so many milliseconds later, in both directions. */
  slow: (milliseconds: number) => void
  /** Connects again, at once. What was muted stays so. */
  mend: () => void
  /** Bytes that clients have sent so far. */
  sent: () => number
  close: () => Promise<void>
}

/** @param port of the other server, on 127.0.0.1 */
export async function startTcpRelay(port: number): Promise<TcpRelay> {
  const sockets = new Set<Socket>()
  let state: 'passing' | 'cut' | 'muted' | 'refusing' = 'passing'
  let refusal: Buffer = Buffer.alloc(0)
  let delay = 0
  let sent = 0

  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Either end may break off; the other is ended with it.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    return socket
  }
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }

  /** What passes, later if the way is slow. */
  const delayed = () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, done) =>
        void (delay === 0 ? done(null, chunk) : setTimeout(() => done(null, chunk), delay)),
    })

  const server = createServer((client) => {
    keep(client)
    if (state === 'cut') client.destroy()
    // Who speaks first is the client, and it reads the answer after that.
    if (state === 'refusing') client.once('data', () => client.end(refusal))
    if (state !== 'passing') return
    const target = keep(connect(port, '127.0.0.1'))
    client
      .on('data', ({ length }: Buffer) => (sent += length))
      .on('close', () => target.destroy())
      .pipe(delayed())
      .pipe(target)
    target
      .on('close', () => client.destroy())
      .pipe(delayed())
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
    refuse: (answer) => {
      state = 'refusing'
      refusal = answer
      end()
    },
    slow: (milliseconds) => {
      delay = milliseconds
    },
    mend: () => {
      state = 'passing'
      delay = 0
    },
    sent: () => sent,
    close: async () => {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
