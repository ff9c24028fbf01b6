import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Crowd, Seen } from './crowd.ts'

const SCRIPT = fileURLToPath(new URL('./crowd-main.ts', import.meta.url))

type CrowdProcess = {
  stop: () => Promise<Seen>
  kill: () => void
}

export async function startCrowd(crowd: Crowd): Promise<CrowdProcess> {
  const child = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(crowd)
  await once(child, 'message')
  return {
    stop: async () => {
      const seen = once(child, 'message') as Promise<[Seen]>
      child.send('stop')
      const ended = once(child, 'exit')
      const [result] = await seen
      child.disconnect()
      await ended
      return result
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
