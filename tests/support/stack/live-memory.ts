import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { siteLogFile } from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { pidFile } from './stack.ts'
import { until } from '../until.ts'

/** Node's message when a signal has opened its inspector. */
const LISTENS = /Debugger listening on (ws:\S+)/

/** Opens the inspector of the site under test, which listens on this machine only. */
async function inspectorOfSite(): Promise<WebSocket> {
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGUSR1')
  const address = await until(
    'The address of the inspector',
    async () => LISTENS.exec(readFileSync(resolve(siteLogFile(stack)), 'utf8'))?.[1],
  )
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

/** Megabytes that the site under test holds on to: its objects and buffers once what nobody needs is collected. */
export async function liveMegabytes(): Promise<number> {
  const socket = await inspectorOfSite()
  await ask(socket, 1, 'HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await ask(socket, 2, 'Runtime.getHeapUsage')
  socket.close()
  return (usedSize + backingStorageSize) / 1024 ** 2
}
