import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { DEFAULT_TIME_ZONE } from '../model/organization-settings.ts'
import { LINES_PAGE_SIZE, type StaffLine } from './line.ts'

const toIsoTime = (moment: string | Date) => new Date(moment).toISOString()

/**
 * Lists the requests of all companies: pending ones first, then oldest first. The caller must check the staff
 * permission `org:lines:manage`.
 * @param page 1-based page number
 */
export async function readAllLines(
  db: Database,
  page: number,
): Promise<{ lines: Omit<StaffLine, 'name'>[]; total: number }> {
  const rows = await db.execute<Omit<StaffLine, 'name'> & { total: number }>(
    sql`select organization_id as "organizationId", state, company_phone as "companyPhone", note, asked_at as "askedAt",
        started_at as "startedAt", live_at as "liveAt", version, forwarding_number as "forwardingNumber",
        coalesce(time_zone, ${DEFAULT_TIME_ZONE}) as "timeZone", voice_agent_id as "agentId", trial_plan as "trialPlan",
        trial_ends_at as "trialEndsAt", (count(*) over ())::int as total from all_line_requests()
      order by (state = 'live'), asked_at, organization_id limit ${LINES_PAGE_SIZE} offset ${(page - 1) * LINES_PAGE_SIZE}`,
  )
  const lines = [...rows].map(({ total: _total, ...line }) => ({
    ...line,
    askedAt: toIsoTime(line.askedAt),
    startedAt: line.startedAt && toIsoTime(line.startedAt),
    liveAt: line.liveAt && toIsoTime(line.liveAt),
    trialEndsAt: line.trialEndsAt && toIsoTime(line.trialEndsAt),
  }))
  return { lines, total: rows[0]?.total ?? 0 }
}

export async function isNumberInUse(db: Database, number: string, organizationId: string): Promise<boolean> {
  const rows = await db.execute(
    sql`select from all_line_requests() where forwarding_number = ${number} and organization_id <> ${organizationId} limit 1`,
  )
  return rows.length > 0
}

export async function hasRequestedLine(db: Database, organizationId: string): Promise<boolean> {
  const rows = await db.execute(sql`select from all_line_requests() where organization_id = ${organizationId}`)
  return rows.length > 0
}
