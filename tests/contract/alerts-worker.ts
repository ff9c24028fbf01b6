import { openDatabase } from '../../lib/platform/db/client.ts'
import type { Handler } from '../../lib/platform/jobs/worker.ts'
import { createAlertsFixture } from './alerts-fixtures.ts'

/* Runs alert jobs as `alerts-worker.ts <url> <kind> <step>`. Prints each email, then waits at the step to be killed. */

const [, , url = '', kind = '', step = ''] = process.argv

const hangForever = (): Promise<never> => {
  process.stdout.write('stopped\n')
  return new Promise(() => setInterval(() => undefined, 60_000))
}

const { db } = await openDatabase(url)
const fixture = createAlertsFixture(() => db)
fixture.state.now = new Date(Date.now() + 60_000)
fixture.state.sendMail = async ({ to }) => {
  if (step === 'during') await hangForever()
  process.stdout.write(`sent ${String(to)}\n`)
}

const withStop =
  (handler: Handler): Handler =>
  async (...args) => {
    if (step === 'before') await hangForever()
    await handler(...args)
    if (step === 'after') await hangForever()
  }

const { handlers } = fixture
const jobKind = kind === 'alert-round' ? 'alert-round' : 'alert-mail'
await fixture.work({ ...handlers, [jobKind]: withStop(handlers[jobKind]) })
