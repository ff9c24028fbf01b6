import type { OrganizationTransaction } from '../db/organization.ts'
import { addWork } from '../outgoing/queue.ts'

/**
 * Has the voice vendor told what the assistant says and asks now, in the transaction of what has changed. Call `wakeOutgoing`
 * after it is committed, so that it is told at once.
 * @param reason what has changed, with its version, such as `settings:4`: asked for twice, it is done once
 */
export async function requestHandover(tx: OrganizationTransaction, reason: string): Promise<void> {
  await addWork(tx, { kind: 'assistant-handover', onceKey: reason })
}
