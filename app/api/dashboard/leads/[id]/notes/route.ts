import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { notFound, readInput } from '@/lib/http/json-input.ts'
import { noteInput } from '@/lib/leads/input.ts'
import { addNote } from '@/lib/leads/timeline.ts'

type Context = { params: Promise<{ id: string }> }

/** Writes a note on a lead: 201 with `{ note }`. 404 when there is no such lead, 422 for what does not fit. */
export const POST = withAccess({ permission: 'org:leads:manage' }, async (member, request, { params }: Context) => {
  const { id } = await params
  const input = await readInput(request, noteInput)
  const note = await forMember(member, (tx, actor) => addNote(tx, actor, id, input))
  return note ? Response.json({ note }, { status: 201 }) : notFound('This lead')
})
