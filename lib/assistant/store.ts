import { desc, eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { assistantVersions } from '../db/schema/index.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from './instructions.ts'

/** What an organization's assistant says and asks now; version 0 while nothing was ever changed. */
export async function currentInstructions({
  db,
  organizationId,
}: OrganizationTransaction): Promise<{ instructions: Instructions; version: number }> {
  const [latest] = await db
    .select({ instructions: assistantVersions.instructions, number: assistantVersions.number })
    .from(assistantVersions)
    .where(eq(assistantVersions.organizationId, organizationId))
    .orderBy(desc(assistantVersions.number))
    .limit(1)
  return latest
    ? { instructions: latest.instructions, version: latest.number }
    : { instructions: DEFAULT_INSTRUCTIONS, version: 0 }
}
