import { deleteOldMessages } from '../contact/retention.ts'
import type { Database } from '../../platform/db/client.ts'
import { deleteExpiredLimits } from '../../platform/http/rate-limit.ts'
import { deleteOldSubscriptions } from '../newsletter/subscribers.ts'
import { deleteOldPageViews } from '../page-views/repository.ts'
import { deleteFinishedJobs, type Job } from '../../platform/jobs/queue.ts'
import type { Handler, JobLog } from '../../platform/jobs/worker.ts'

/** Deletes expired data. Returns the number of deleted rows by kind. */
async function deleteOldSiteData(db: Database, now: Date): Promise<Record<string, number>> {
  const deleted = {
    messages: await deleteOldMessages(db, now),
    subscriptions: await deleteOldSubscriptions(db, now),
    pageViews: await deleteOldPageViews(db, now),
    limits: await deleteExpiredLimits(db, now),
    jobs: await deleteFinishedJobs(db, now),
  }
  return Object.fromEntries(Object.entries(deleted).filter(([, count]) => count > 0))
}

export const createSiteRetentionJob =
  (log: Pick<JobLog, 'info'>): Handler<Job> =>
  async (_job, { db, now }) => {
    const deleted = await deleteOldSiteData(db, now)
    if (Object.keys(deleted).length > 0) log.info(deleted, 'retention: old site data deleted')
  }
