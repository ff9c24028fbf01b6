import { openDatabase } from '../../lib/platform/db/client.ts'
import { startWorker } from '../../lib/platform/jobs/worker.ts'
import { createTestHandler, SILENT_LOG } from './webhooks-fixtures.ts'

/* Delivers webhooks as `webhooks-worker.ts <url>` until it is killed. */

const { db } = await openDatabase(process.argv[2] ?? '')
startWorker({
  database: async () => db,
  handlers: { 'webhook-delivery': createTestHandler() },
  log: SILENT_LOG,
  pollMs: 20,
})
setInterval(() => undefined, 60_000)
