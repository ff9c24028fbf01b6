import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { noteInput } from '@/lib/dashboard/leads/input.ts'
import { addNote } from '@/lib/dashboard/leads/timeline.ts'

export const POST = withId({ permission: 'org:leads:manage' }, async (member, id, request) => {
  const input = await readInput(request, noteInput)
  const note = await runForMember(member, (tx, actor) => addNote(tx, actor, id, input))
  return note ? Response.json({ note }, { status: 201 }) : buildNotFoundResponse('This lead')
})
