import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { addCleanup } from './cleanups.ts'

/** Lighthouse's slow 4G: the round trip, and the download and upload rates in bytes per millisecond. */
const ROUND_TRIP_MS = 150
const DOWN_BYTES_PER_MS = 1_638.4 / 8
const UP_BYTES_PER_MS = 750 / 8

const PACKET_BYTES = 1_460

/** Simulates one direction of a line. Connections share its rate, and each byte is delayed by half a round trip. */
function createDirection(bytesPerMs: number) {
  const queue: { at: number; arrive: () => void }[] = []
  let freeAt = 0
  let timer: NodeJS.Timeout | undefined
  const scheduleDelivery = () => {
    const [next] = queue
    if (next) timer ??= setTimeout(deliver, Math.max(0, next.at - performance.now()))
  }
  const deliver = () => {
    timer = undefined
    while (queue[0] && queue[0].at <= performance.now()) queue.shift()?.arrive()
    scheduleDelivery()
  }
  return (bytes: number, arrive: () => void) => {
    freeAt = Math.max(freeAt, performance.now()) + bytes / bytesPerMs
    queue.push({ at: freeAt + ROUND_TRIP_MS / 2, arrive })
    scheduleDelivery()
  }
}

type Direction = ReturnType<typeof createDirection>

function forward(from: Socket, to: Socket, send: Direction): void {
  from.on('data', (data) => {
    for (let start = 0; start < data.length; start += PACKET_BYTES) {
      const packet = data.subarray(start, start + PACKET_BYTES)
      send(packet.length, () => to.write(packet))
    }
  })
  from.on('end', () => send(0, () => to.end()))
}

/**
 * Starts a slow line in front of a server. The browser's own throttling does not apply to prefetches.
 * @returns the URL for the client
 */
export async function startSlowLine(server: string): Promise<string> {
  const { hostname, port } = new URL(server)
  const [up, down] = [createDirection(UP_BYTES_PER_MS), createDirection(DOWN_BYTES_PER_MS)]
  const sockets = new Set<Socket>()
  const trackSocket = (socket: Socket) => {
    sockets.add(socket)
    // Ignores socket errors: if one end fails, the other is closed.
    socket.setNoDelay().on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const line = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    trackSocket(client)
    trackSocket(target)
    client.on('close', () => target.destroy())
    target.on('error', () => client.destroy())
    forward(target, client, down)
    // Adds the round trip of the TCP handshake, which is local here.
    up(0, () => down(0, () => forward(client, target, up)))
  })
  line.listen(0, 'localhost')
  await once(line, 'listening')
  addCleanup(async () => {
    for (const socket of sockets) socket.destroy()
    line.close()
    await once(line, 'close')
  })
  return `http://localhost:${(line.address() as AddressInfo).port}`
}
