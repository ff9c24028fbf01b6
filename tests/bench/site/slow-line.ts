import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atEnd } from './endings.ts'

/** Slow 4G as Lighthouse has it: milliseconds there and back, bytes per millisecond down and up. */
const ROUND_TRIP = 150
const DOWN = 1_638.4 / 8
const UP = 750 / 8

/** Bytes that travel together. */
const PACKET = 1_460

/** One direction of a line: all connections share its rate, and every byte takes half a round trip longer. */
function direction(rate: number) {
  const underway: { at: number; arrive: () => void }[] = []
  let freeAt = 0
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const [next] = underway
    if (next) timer ??= setTimeout(deliver, Math.max(0, next.at - performance.now()))
  }
  const deliver = () => {
    timer = undefined
    while (underway[0] && underway[0].at <= performance.now()) underway.shift()?.arrive()
    wait()
  }
  return (bytes: number, arrive: () => void) => {
    freeAt = Math.max(freeAt, performance.now()) + bytes / rate
    underway.push({ at: freeAt + ROUND_TRIP / 2, arrive })
    wait()
  }
}

type Direction = ReturnType<typeof direction>

/** Hands on what one end says to the other by a direction of the line, and that it has ended. */
function join(from: Socket, to: Socket, send: Direction): void {
  from.on('data', (data) => {
    for (let start = 0; start < data.length; start += PACKET) {
      const packet = data.subarray(start, start + PACKET)
      send(packet.length, () => to.write(packet))
    }
  })
  from.on('end', () => send(0, () => to.end()))
}

/**
 * A slow line before a server, outside of the browser: its own throttling leaves out what it fetches ahead of a visit.
 * @returns the address at the visitor's end
 */
export async function startSlowLine(server: string): Promise<string> {
  const { hostname, port } = new URL(server)
  const [up, down] = [direction(UP), direction(DOWN)]
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Either end may break off; the other is ended with it.
    socket.setNoDelay().on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const line = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    keep(client)
    keep(target)
    client.on('close', () => target.destroy())
    target.on('error', () => client.destroy())
    join(target, client, down)
    // The handshake of a connection, which the two ends of the line have not had to wait for, is a round trip.
    up(0, () => down(0, () => join(client, target, up)))
  })
  line.listen(0, 'localhost')
  await once(line, 'listening')
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    line.close()
    await once(line, 'close')
  })
  return `http://localhost:${(line.address() as AddressInfo).port}`
}
