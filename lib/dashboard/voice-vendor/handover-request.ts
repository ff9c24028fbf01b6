import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueue } from '../../platform/jobs/queue.ts'

/** Call `wakeJobs` after the commit. @param reason deduplicates, such as `settings:4` */
export async function requestHandover(tx: OrganizationTransaction, reason: string): Promise<void> {
  await enqueue(tx, { kind: 'assistant-handover', onceKey: reason })
}
