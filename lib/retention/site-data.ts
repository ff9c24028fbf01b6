import { deleteOldMessages } from '../contact/retention.ts'
import type { Database } from '../db/client.ts'
import { deleteExpiredLimits } from '../http/rate-limit.ts'
import { deleteOldSubscriptions } from '../newsletter/subscribers.ts'
import { deleteOldPageViews } from '../page-views/store.ts'

/** Deletes what the public site has kept long enough. @returns how many rows of each kind, if any */
export async function deleteOldSiteData(db: Database, now: Date): Promise<Record<string, number>> {
  const deleted = {
    messages: await deleteOldMessages(db, now),
    subscriptions: await deleteOldSubscriptions(db, now),
    pageViews: await deleteOldPageViews(db, now),
    limits: await deleteExpiredLimits(db, now),
  }
  return Object.fromEntries(Object.entries(deleted).filter(([, count]) => count > 0))
}
