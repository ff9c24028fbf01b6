/**
 * Exports the leads of an organization in a process of its own and says what that took, as JSON in its output:
 * `node --expose-gc leads-export-memory.ts <database> <organization>`
 */
import { openDatabase } from '../../lib/db/client.ts'
import { inOrganization } from '../../lib/db/organization.ts'
import { exportLeads } from '../../lib/leads/csv.ts'

const [url = '', organizationId = ''] = process.argv.slice(2)

/** Bytes that are in use once what is not has been thrown away. */
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
// What runs for the first time is compiled then, which stays.
const [start = 0, ...later] = heap.slice(5)
process.stdout.write(JSON.stringify({ lines, bytes, growth: Math.max(...later) - start }))
