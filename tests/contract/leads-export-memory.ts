/* Run as `node --expose-gc leads-export-memory.ts <database> <organization>`. Prints lines, bytes and heap growth. */
import { openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { exportLeads } from '../../lib/dashboard/leads/csv.ts'

const [url = '', organizationId = ''] = process.argv.slice(2)

function measureHeap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const database = await openDatabase(url)
const stream = await exportLeads(
  (work) => runInOrganization(database.db, organizationId, work),
  { kind: 'person', id: 'user_ada' },
  {},
)
const decoder = new TextDecoder()
const heapSamples: number[] = []
let lines = 0
let bytes = 0
for await (const chunk of stream) {
  bytes += chunk.length
  lines += decoder.decode(chunk).split('\r\n').length - 1
  heapSamples.push(measureHeap())
}
await database.close()
// Skips the first batches, which compile code that stays in memory.
const [start = 0, ...laterSamples] = heapSamples.slice(5)
process.stdout.write(JSON.stringify({ lines, bytes, growth: Math.max(...laterSamples) - start }))
