import { z } from 'zod'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { NOTIFICATION_KIND_NAMES } from '../model/notification.ts'
import { addNotifications, type NewNotification } from './add.ts'

type AdminNotification = Omit<NewNotification, 'userId'> & { onceKey: string }

const jobDetails = z.object({
  kind: z.enum(NOTIFICATION_KIND_NAMES),
  subjectId: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** Notifies the admins by a job, because only Clerk knows them and no transaction may wait for Clerk. */
export async function notifyAdmins(
  tx: OrganizationTransaction,
  { onceKey, ...notification }: AdminNotification,
): Promise<void> {
  await enqueue(tx, { kind: 'notify-admins', onceKey, details: notification })
}

type HandlerOptions = {
  /** Returns Clerk user ids. */
  membersWithRole: (organizationId: string, role: string) => Promise<string[]>
}

export const createAdminNotificationHandler =
  ({ membersWithRole }: HandlerOptions): Handler =>
  async ({ id, organizationId, details }, { db }) => {
    const { kind, subjectId, details: notificationDetails = {} } = jobDetails.parse(details)
    const admins = await membersWithRole(organizationId, 'org:admin')
    await runInOrganization(db, organizationId, (tx) =>
      addNotifications(
        tx,
        admins.map((userId) => ({ userId, kind, subjectId, details: notificationDetails, onceKey: id })),
      ),
    )
  }
