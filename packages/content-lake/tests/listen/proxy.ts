import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { whenDone } from '../fixtures.ts'

/** A way to the lake that can be cut, as a network does. */
export type Proxy = { url: string; cut: () => void }

export async function proxyTo(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(port, '127.0.0.1')
    for (const end of [socket, upstream]) {
      sockets.add(end)
      end.on('close', () => sockets.delete(end))
      end.on('error', () => end.destroy())
    }
    socket.pipe(upstream).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  whenDone(() => {
    cut()
    server.close()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, cut }
}
