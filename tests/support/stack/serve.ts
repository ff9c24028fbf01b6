import { untilStopped } from '../../../scripts/support/processes.ts'
import { main } from '../../../scripts/support/progress.ts'
import { startStack } from './stack.ts'

/** The web server of Playwright: the stack under test, until it is told to stop. */
await main(async () => {
  const { services, stop } = await startStack()
  try {
    await untilStopped(services)
  } finally {
    await stop()
  }
})
