import type { Metadata } from 'next'
import { BackLink } from '@/components/dashboard/back-link.tsx'
import { CallerSearch } from '@/components/dashboard/calls/caller-search.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { findCaller } from '@/lib/calls/callers.ts'
import type { CallerRecord } from '@/lib/calls/record.ts'
import { findCall } from '@/lib/calls/store.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'

export const metadata: Metadata = { title: AREAS.callers.label }

/** The caller of a call, which an address may name, as it may not a number. */
async function callerOf(organizationId: string, callId: string): Promise<CallerRecord | undefined> {
  try {
    return await withOrganization(env().databaseUrl, organizationId, async (tx) => {
      const call = await findCall(tx, callId)
      return call?.callerPhone ? findCaller(tx, call.callerPhone) : undefined
    })
  } catch (error) {
    // The number can still be typed.
    log.error({ err: error }, 'The caller of a call could not be read')
    return undefined
  }
}

type Props = { searchParams: Promise<{ call?: string | string[] }> }

export default async function CallersPage({ searchParams }: Props) {
  const member = await requirePage('callers')
  const { call } = await searchParams
  const initial = typeof call === 'string' ? await callerOf(member.organization.id, call) : undefined
  return (
    <>
      <BackLink area="calls" />
      <Page title={AREAS.callers.label} lead="What is kept about somebody who calls, found by their number.">
        <CallerSearch
          key={initial?.phone}
          reader={readerOf(member)}
          initial={initial}
          mayManage={isAllowed(member, { permission: 'org:settings:manage' })}
        />
      </Page>
    </>
  )
}
