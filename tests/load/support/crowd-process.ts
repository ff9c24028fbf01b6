import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Crowd, CrowdResult } from './crowd.ts'

const SCRIPT = fileURLToPath(new URL('./crowd-main.ts', import.meta.url))

type CrowdProcess = {
  stop: () => Promise<CrowdResult>
  kill: () => void
}

export async function startCrowd(crowd: Crowd): Promise<CrowdProcess> {
  const child = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(crowd)
  await once(child, 'message')
  return {
    stop: async () => {
      const resultMessage = once(child, 'message') as Promise<[CrowdResult]>
      child.send('stop')
      const exit = once(child, 'exit')
      const [result] = await resultMessage
      child.disconnect()
      await exit
      return result
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
