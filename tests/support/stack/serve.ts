import { writeFileSync } from 'node:fs'
import { untilStopped } from '../../../scripts/support/processes.ts'
import { main } from '../../../scripts/support/progress.ts'
import { startStack } from './stack.ts'

/** Runs the stack under test until it is told to stop. */
async function serveStack(): Promise<void> {
  const { services, stop } = await startStack()
  try {
    await untilStopped(services)
  } finally {
    await stop()
  }
}

/** The web server of Playwright, whose own report says of a failure here only that there was one. */
await main(async () => {
  try {
    await serveStack()
  } catch (error) {
    const file = process.env.STACK_FAILURE_FILE
    if (file && error instanceof Error) writeFileSync(file, error.message)
    throw error
  }
})
