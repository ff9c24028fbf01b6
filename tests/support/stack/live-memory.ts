import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getSiteLogFile } from '../../../scripts/support/services.ts'
import { stack } from './addresses.ts'
import { pidFile } from './stack.ts'
import { pollUntil } from '../until.ts'

/** Matches Node's message when a signal opens its inspector (`--inspect-port=0`). */
const INSPECTOR_URL_PATTERN = /Debugger listening on (ws:\S+)/

type InspectedProcess = { pid: number; logFile: string }

const getSiteUnderTest = (): InspectedProcess => ({
  pid: Number(readFileSync(pidFile, 'utf8')),
  logFile: resolve(getSiteLogFile(stack)),
})

async function openInspector({ pid, logFile }: InspectedProcess): Promise<WebSocket> {
  process.kill(pid, 'SIGUSR1')
  const address = await pollUntil(
    'the inspector URL',
    async () => INSPECTOR_URL_PATTERN.exec(readFileSync(logFile, 'utf8'))?.[1],
  )
  const socket = new WebSocket(address)
  await new Promise((resolvePromise, reject) => {
    socket.addEventListener('open', resolvePromise, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  return socket
}

type InspectorResponse = { id: number; result: { usedSize: number; backingStorageSize: number } }

function sendCommand(socket: WebSocket, id: number, method: string): Promise<InspectorResponse['result']> {
  return new Promise((resolvePromise) => {
    const handleMessage = ({ data }: MessageEvent<string>) => {
      const response = JSON.parse(data) as InspectorResponse
      if (response.id !== id) return
      socket.removeEventListener('message', handleMessage)
      resolvePromise(response.result)
    }
    socket.addEventListener('message', handleMessage)
    socket.send(JSON.stringify({ id, method }))
  })
}

/** Returns the megabytes of live objects and buffers after a garbage collection. Defaults to the site under test. */
export async function measureLiveMegabytes(target = getSiteUnderTest()): Promise<number> {
  const socket = await openInspector(target)
  await sendCommand(socket, 1, 'HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await sendCommand(socket, 2, 'Runtime.getHeapUsage')
  socket.close()
  return (usedSize + backingStorageSize) / 1024 ** 2
}
