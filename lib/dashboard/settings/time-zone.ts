import { eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizationSettings } from '../schema/settings.ts'
import { DEFAULT_TIME_ZONE } from '../model/organization-settings.ts'

/** Returns the IANA time zone of the business. */
export async function getTimeZone({ db, organizationId }: OrganizationTransaction): Promise<string> {
  const [settings] = await db
    .select({ timeZone: organizationSettings.timeZone })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return settings?.timeZone ?? DEFAULT_TIME_ZONE
}
