import 'server-only'
import type { Metadata } from 'next'
import { type MemberArea, requirePage } from '@/lib/dashboard/access/require-page.ts'
import { toReader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type AreaName, AREAS, type Permission } from '@/lib/platform/auth/access-table.ts'
import { isAllowed } from '@/lib/platform/auth/check-access.ts'

export type SearchParams = Promise<Record<string, string | string[] | undefined>>

export const buildAreaMetadata = (name: AreaName): Metadata => ({ title: AREAS[name].label })

/**
 * Checks that the user may open the page of an area (`requirePage`).
 * @param rest further path segments, for areas with subpages
 */
export async function openArea(name: MemberArea, rest?: string[]) {
  const member = await requirePage(name, rest)
  const may = (permission: Permission) => isAllowed(member, { permission })
  return { member, reader: toReader(member), title: AREAS[name].label, may }
}
