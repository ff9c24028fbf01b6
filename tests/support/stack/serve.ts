import { appendFileSync } from 'node:fs'
import { runUntilStopped } from '../../../scripts/support/processes.ts'
import { main } from '../../../scripts/support/progress.ts'
import { startStack } from './stack.ts'

function recordFailure(message: string): void {
  const file = process.env.STACK_FAILURE_FILE
  if (file) appendFileSync(file, `${message}\n`)
}

async function serveStack(): Promise<void> {
  const { services, stop } = await startStack()
  try {
    await runUntilStopped(services, recordFailure)
  } finally {
    await stop()
  }
}

await main(async () => {
  try {
    await serveStack()
  } catch (error) {
    if (error instanceof Error) recordFailure(error.message)
    throw error
  }
})
