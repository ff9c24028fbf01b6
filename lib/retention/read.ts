import type { OrganizationTransaction } from '../db/organization.ts'
import type { Retention } from '../settings/organization-settings.ts'
import { getSettings } from '../settings/store.ts'
import type { RetentionAnswer } from './answer.ts'
import { countOld } from './old-data.ts'
import { nextRunAfter } from './schedule.ts'

/**
 * How long things are kept, and how many go at the next run.
 * @param asked days to count for, in place of those that hold
 */
export async function readRetention(
  tx: OrganizationTransaction,
  now: Date,
  asked?: Retention,
): Promise<RetentionAnswer> {
  const { retention, timeZone, version } = await getSettings(tx)
  const at = nextRunAfter(now, timeZone)
  const old = await countOld(tx, { days: asked ?? retention, zone: timeZone, at })
  return { retention, version, timeZone, nextRunAt: at.toISOString(), old }
}
