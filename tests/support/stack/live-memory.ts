import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { siteLogFile } from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { pidFile } from './stack.ts'
import { until } from '../until.ts'

/** Matches Node's message when a signal opens its inspector (`--inspect-port=0`). */
const LISTENS = /Debugger listening on (ws:\S+)/

type Inspected = { pid: number; logFile: string }

const siteUnderTest = (): Inspected => ({
  pid: Number(readFileSync(pidFile, 'utf8')),
  logFile: resolve(siteLogFile(stack)),
})

async function inspectorOf({ pid, logFile }: Inspected): Promise<WebSocket> {
  process.kill(pid, 'SIGUSR1')
  const address = await until('the inspector URL', async () => LISTENS.exec(readFileSync(logFile, 'utf8'))?.[1])
  const socket = new WebSocket(address)
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true })
    socket.addEventListener('error', failed, { once: true })
  })
  return socket
}

type Answer = { id: number; result: { usedSize: number; backingStorageSize: number } }

function ask(socket: WebSocket, id: number, method: string): Promise<Answer['result']> {
  return new Promise((done) => {
    const listen = ({ data }: MessageEvent<string>) => {
      const answer = JSON.parse(data) as Answer
      if (answer.id !== id) return
      socket.removeEventListener('message', listen)
      done(answer.result)
    }
    socket.addEventListener('message', listen)
    socket.send(JSON.stringify({ id, method }))
  })
}

/** Returns the megabytes of live objects and buffers after a garbage collection. Defaults to the site under test. */
export async function liveMegabytes(inspected = siteUnderTest()): Promise<number> {
  const socket = await inspectorOf(inspected)
  await ask(socket, 1, 'HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await ask(socket, 2, 'Runtime.getHeapUsage')
  socket.close()
  return (usedSize + backingStorageSize) / 1024 ** 2
}
