import { withAccess } from '@/lib/auth/with-access.ts'
import { withOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { notFound, readInput } from '@/lib/http/json-input.ts'
import { noteInput } from '@/lib/leads/input.ts'
import { addNote } from '@/lib/leads/timeline.ts'

type Context = { params: Promise<{ id: string }> }

/** Writes a note on a lead: 201 with `{ note }`. 404 when there is no such lead, 422 for what does not fit. */
export const POST = withAccess(
  { permission: 'org:leads:manage' },
  async ({ organization, userId }, request, { params }: Context) => {
    const { id } = await params
    const read = await readInput(request, noteInput)
    if ('refused' in read) return read.refused
    const note = await withOrganization(env().databaseUrl, organization.id, (scope) =>
      addNote(scope, { kind: 'person', id: userId }, id, read.input),
    )
    return note ? Response.json({ note }, { status: 201 }) : notFound('This lead')
  },
)
