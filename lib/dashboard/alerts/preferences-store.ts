import { and, eq, sql } from 'drizzle-orm'
import { getSituation } from '../settings/situation.ts'
import type { UpdateResult } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { Env } from '../../platform/env/env.ts'
import { alertPreferences } from '../schema/alerts.ts'
import { recordEvent } from '../events/record.ts'
import { FORMER_MEMBER_ID } from '../model/organization-settings.ts'
import { getSettings } from '../settings/repository.ts'
import { listDevices } from './devices.ts'
import { type AlertsPage, DEFAULT_PREFERENCES, type Preferences, type PreferencesInput } from './preferences.ts'

type Row = typeof alertPreferences.$inferSelect

const toPreferences = ({ kinds, byMail, byPush, quietHours, version }: Row): Preferences => {
  return { kinds, byMail, byPush, quietHours, version }
}

const matchesUser = ({ organizationId }: OrganizationTransaction, userId: string) =>
  and(eq(alertPreferences.organizationId, organizationId), eq(alertPreferences.userId, userId))

export async function getPreferences(tx: OrganizationTransaction, userId: string): Promise<Preferences> {
  const [row] = await tx.db.select().from(alertPreferences).where(matchesUser(tx, userId))
  return row ? toPreferences(row) : DEFAULT_PREFERENCES
}

async function savePreferences(
  tx: OrganizationTransaction,
  userId: string,
  input: PreferencesInput,
  version: number,
): Promise<Row | undefined> {
  const { db, organizationId } = tx
  if (version === 0) {
    const insertedRows = await db
      .insert(alertPreferences)
      .values({ organizationId, userId, ...input })
      .onConflictDoNothing()
      .returning()
    return insertedRows[0]
  }
  const updatedRows = await db
    .update(alertPreferences)
    .set({ ...input, version: sql`${alertPreferences.version} + 1`, updatedAt: sql`now()` })
    .where(and(matchesUser(tx, userId), eq(alertPreferences.version, version)))
    .returning()
  return updatedRows[0]
}

/**
 * Saves a user's alert preferences.
 * @param version version that the change is based on; 0 before the first change
 * @returns `conflict` with the current preferences after a concurrent change
 */
export async function changePreferences(
  tx: OrganizationTransaction,
  actor: { kind: 'person'; id: string },
  input: PreferencesInput,
  version: number,
): Promise<NonNullable<UpdateResult<Preferences>>> {
  const row = await savePreferences(tx, actor.id, input, version)
  if (!row) return { conflict: await getPreferences(tx, actor.id) }
  await recordEvent(tx, actor, { action: 'alerts.changed' })
  return { changed: toPreferences(row) }
}

export const getAlertsSetup = ({ contact, push }: Env): Pick<AlertsPage, 'publicKey' | 'hasMail'> => ({
  hasMail: Boolean(contact.mail),
  publicKey: push?.publicKey ?? null,
})

export async function readAlertsPage(
  tx: OrganizationTransaction,
  userId: string,
  now: Date,
  setup: ReturnType<typeof getAlertsSetup>,
): Promise<AlertsPage> {
  const settings = await getSettings(tx)
  const { onCall } = getSituation(settings, now)
  return {
    ...setup,
    preferences: await getPreferences(tx, userId),
    devices: await listDevices(tx, userId),
    order: settings.onCall.map((person) => ({
      name: person.name,
      hours: person.hours,
      isOnCall: onCall.includes(person),
      hasSignIn: person.memberId !== undefined && person.memberId !== FORMER_MEMBER_ID,
      isYou: person.memberId === userId,
    })),
    pagingMinutes: settings.pagingMinutes,
    timeZone: settings.timeZone,
  }
}
