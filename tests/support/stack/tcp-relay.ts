import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A server before another one, which can go away or fall silent as a broken network does. */
export type TcpRelay = {
  port: number
  /** Ends all connections, and each new one at once. */
  cut: () => void
  /** Accepts connections and keeps those that there are, and passes nothing on. */
  mute: () => void
  /** Connects again. What was muted stays so. */
  mend: () => void
  close: () => Promise<void>
}

/** @param port of the other server, on 127.0.0.1 */
export async function startTcpRelay(port: number): Promise<TcpRelay> {
  const sockets = new Set<Socket>()
  let state: 'passing' | 'cut' | 'muted' = 'passing'

  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Either end may break off; the other is ended with it.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    return socket
  }
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }

  const server = createServer((client) => {
    keep(client)
    if (state === 'cut') client.destroy()
    if (state !== 'passing') return
    const target = keep(connect(port, '127.0.0.1'))
    client.on('close', () => target.destroy()).pipe(target)
    target.on('close', () => client.destroy()).pipe(client)
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
    mend: () => {
      state = 'passing'
    },
    close: async () => {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
