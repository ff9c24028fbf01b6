/* Run as `node --expose-gc leads-export-memory.ts <database> <organization>`. Prints lines, bytes and heap growth. */
import { openDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { exportLeads } from '../../lib/dashboard/leads/csv.ts'

const [url = '', organizationId = ''] = process.argv.slice(2)

function heapInUse(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const opened = await openDatabase(url)
const stream = await exportLeads(
  (work) => inOrganization(opened.db, organizationId, work),
  { kind: 'person', id: 'user_ada' },
  {},
)
const decoder = new TextDecoder()
const heap: number[] = []
let lines = 0
let bytes = 0
for await (const chunk of stream) {
  bytes += chunk.length
  lines += decoder.decode(chunk).split('\r\n').length - 1
  heap.push(heapInUse())
}
await opened.close()
// Skips the first batches, which compile code that stays in memory.
const [start = 0, ...later] = heap.slice(5)
process.stdout.write(JSON.stringify({ lines, bytes, growth: Math.max(...later) - start }))
