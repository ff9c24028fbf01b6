import { openDatabase } from '../../lib/platform/db/client.ts'
import type { Handler } from '../../lib/platform/jobs/worker.ts'
import { alertsWorld } from './alerts-fixtures.ts'

/* Runs alert jobs as `alerts-worker.ts <url> <kind> <step>`. Prints each email, then waits at the step to be killed. */

const [, , url = '', kind = '', step = ''] = process.argv

const stopHere = (): Promise<never> => {
  process.stdout.write('stopped\n')
  return new Promise(() => setInterval(() => undefined, 60_000))
}

const { db } = await openDatabase(url)
const world = alertsWorld(() => db)
world.state.now = new Date(Date.now() + 60_000)
world.state.sendMail = async ({ to }) => {
  if (step === 'during') await stopHere()
  process.stdout.write(`sent ${String(to)}\n`)
}

const stopping =
  (handler: Handler): Handler =>
  async (...args) => {
    if (step === 'before') await stopHere()
    await handler(...args)
    if (step === 'after') await stopHere()
  }

const { handlers } = world
const own = kind === 'alert-round' ? 'alert-round' : 'alert-mail'
await world.work({ ...handlers, [own]: stopping(handlers[own]) })
