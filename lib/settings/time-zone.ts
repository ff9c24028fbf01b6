import { eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { organizationSettings } from '../db/schema/index.ts'
import { DEFAULT_TIME_ZONE } from './organization-settings.ts'

/** The zone, as in the IANA database, in which an organization's times are shown and its days begin. */
export async function timeZoneOf({ db, organizationId }: OrganizationTransaction): Promise<string> {
  const [settings] = await db
    .select({ timeZone: organizationSettings.timeZone })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return settings?.timeZone ?? DEFAULT_TIME_ZONE
}
