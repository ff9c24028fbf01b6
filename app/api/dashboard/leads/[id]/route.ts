import { z } from 'zod'
import type { Permission } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { conflict, notFound, readInput } from '@/lib/http/json-input.ts'
import { leadChange } from '@/lib/leads/input.ts'
import { changeLead } from '@/lib/leads/store.ts'
import { openLead } from '@/lib/leads/timeline.ts'
import { refusedAssignee } from '../assignee.ts'

type Context = { params: Promise<{ id: string }> }

const LEAD = 'This lead'

/** A lead with what belongs to it: `LeadPage`. Opening it is in the log. 404 when it is not there. */
export const GET = withAccess({ permission: 'org:leads:read' }, async (member, _request, { params }: Context) => {
  const { id } = await params
  const { organization, userId } = member
  const mayReadAppointments = isAllowed(member, { permission: 'org:appointments:read' })
  const page = await withOrganization(env().databaseUrl, organization.id, (scope) =>
    openLead(scope, { kind: 'person', id: userId }, id, { mayReadAppointments }),
  )
  return page ? Response.json(page) : notFound(LEAD)
})

const change = leadChange.omit({ callId: true }).extend({ version: z.int().min(1) })

/** Changes a lead: `{ lead }` as it is then. 404, 409 when somebody changed it meanwhile, 422 for what does not fit. */
export const PATCH = withAccess(
  { permission: 'org:leads:manage' },
  async ({ organization, userId }, request, { params }: Context) => {
    const { id } = await params
    const read = await readInput(request, change)
    if ('refused' in read) return read.refused
    const { version, ...wanted } = read.input
    return withOrganization(env().databaseUrl, organization.id, async (scope) => {
      const refused = await refusedAssignee(scope, wanted)
      if (refused) return refused
      const changed = await changeLead(scope, { kind: 'person', id: userId }, id, wanted, version)
      if (!changed) return notFound(LEAD)
      return 'conflict' in changed ? conflict(changed.conflict) : Response.json({ lead: changed.changed })
    })
  },
)
