import { appendFileSync } from 'node:fs'
import { untilStopped } from '../../../scripts/support/processes.ts'
import { main } from '../../../scripts/support/progress.ts'
import { startStack } from './stack.ts'

/** Records a failure that Playwright's own report does not have. */
function recordFailure(message: string): void {
  const file = process.env.STACK_FAILURE_FILE
  if (file) appendFileSync(file, `${message}\n`)
}

/** Runs the stack under test until it is told to stop. */
async function serveStack(): Promise<void> {
  const { services, stop } = await startStack()
  try {
    await untilStopped(services, recordFailure)
  } finally {
    await stop()
  }
}

/* The web server of Playwright. */
await main(async () => {
  try {
    await serveStack()
  } catch (error) {
    if (error instanceof Error) recordFailure(error.message)
    throw error
  }
})
