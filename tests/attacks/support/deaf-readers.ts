import { connect, type Socket } from 'node:net'

/* Separate process: its connections send many requests and read nothing until a message arrives. */

type Reader = { socket: Socket; isEnded: boolean }

const [port = 0, connections = 0, requests = 0] = process.argv.slice(2).map(Number)
const GET = `GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`

/** Time to read everything that the operating system has buffered. */
const READ_DURATION_MS = 1_500

function openReader(): Promise<Reader> {
  const { promise, resolve } = Promise.withResolvers<Reader>()
  const socket = connect({ host: 'localhost', port })
  const reader = { socket, isEnded: false }
  socket.pause()
  socket.on('data', () => {})
  socket.on('close', () => (reader.isEnded = true)).on('error', () => socket.destroy())
  socket.once('connect', () => {
    socket.write(GET.repeat(requests))
    resolve(reader)
  })
  socket.once('error', () => resolve(reader))
  return promise
}

const readers = await Promise.all(Array.from({ length: connections }, openReader))
process.on('message', () => {
  for (const { socket } of readers) socket.resume()
  setTimeout(() => {
    process.send?.({ ended: readers.filter(({ isEnded }) => isEnded).length })
    process.exit(0)
  }, READ_DURATION_MS)
})
