import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { DEFAULT_TIME_ZONE } from '../settings/organization-settings.ts'
import { LINES_PAGE, type LineState, type StaffLine } from './line.ts'

type Row = {
  organization_id: string
  state: LineState
  company_phone: string
  note: string | null
  asked_at: string | Date
  started_at: string | Date | null
  live_at: string | Date | null
  version: number
  time_zone: string | null
  forwarding_number: string | null
  voice_agent_id: string | null
  trial_plan: string | null
  trial_ends_at: string | Date | null
}

const iso = (moment: string | Date) => new Date(moment).toISOString()

const lineOf = (row: Row): Omit<StaffLine, 'name'> => ({
  organizationId: row.organization_id,
  state: row.state,
  companyPhone: row.company_phone,
  note: row.note,
  askedAt: iso(row.asked_at),
  startedAt: row.started_at && iso(row.started_at),
  liveAt: row.live_at && iso(row.live_at),
  version: row.version,
  timeZone: row.time_zone ?? DEFAULT_TIME_ZONE,
  forwardingNumber: row.forwarding_number,
  agentId: row.voice_agent_id,
  trialPlan: row.trial_plan,
  trialEndsAt: row.trial_ends_at && iso(row.trial_ends_at),
})

/**
 * The requests of all companies, those to be set up first, in the order in which they came. For the staff alone: whoever
 * calls it has asked for `org:lines:manage`.
 * @param page counted from 1
 */
export async function readAllLines(
  db: Database,
  page: number,
): Promise<{ lines: Omit<StaffLine, 'name'>[]; total: number }> {
  const rows = await db.execute<Row & { total: number }>(
    sql`select *, (count(*) over ())::int as total from all_line_requests()
      order by (state = 'live'), asked_at, organization_id limit ${LINES_PAGE} offset ${(page - 1) * LINES_PAGE}`,
  )
  return { lines: [...rows].map(lineOf), total: rows[0]?.total ?? 0 }
}

/** Whether the line of another company has a number already. */
export async function isNumberTaken(db: Database, number: string, organizationId: string): Promise<boolean> {
  const rows = await db.execute(
    sql`select from all_line_requests() where forwarding_number = ${number} and organization_id <> ${organizationId} limit 1`,
  )
  return rows.length > 0
}

/** Whether a company has asked for a line. */
export async function hasAskedForLine(db: Database, organizationId: string): Promise<boolean> {
  const rows = await db.execute(sql`select from all_line_requests() where organization_id = ${organizationId}`)
  return rows.length > 0
}
