import { connect, createServer, type Socket } from 'node:net'
import { listen } from '../../../local-server/index.ts'
import { whenDone } from '../fixtures.ts'

export type Proxy = { url: string; cut: () => void }

export async function startProxy(port: number): Promise<Proxy> {
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
  const proxyPort = await listen(server, 0, '127.0.0.1')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  whenDone(() => {
    cut()
    server.close()
  })
  return { url: `http://localhost:${proxyPort}`, cut }
}
