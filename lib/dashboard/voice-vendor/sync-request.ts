import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

/**
 * Enqueues a sync of the agent config to the vendor. Call `wakeJobs` after the commit.
 * @param reason key that prevents duplicate jobs, such as `settings:4`
 */
export async function requestSync(tx: OrganizationTransaction, reason: string): Promise<void> {
  await enqueue(tx, { kind: 'assistant-handover', onceKey: reason })
}
