import { z } from 'zod'
import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { viewChange } from '@/lib/dashboard/views/input.ts'
import { changeView, deleteView } from '@/lib/dashboard/views/repository.ts'
import { buildChangeResponse, buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { respondToChange, toViewsReader } from '../views-reader.ts'

const RECORD_NAME = 'This view'

const change = viewChange.extend({ version: z.int().min(1) })

export const PATCH = withId({}, async (member, id, request) => {
  const { version, ...changes } = await readInput(request, change)
  return respondToChange(async () => {
    const result = await runForMember(member, (tx, actor) =>
      changeView(tx, actor, toViewsReader(member), id, changes, version),
    )
    return buildChangeResponse(result, RECORD_NAME, (view) => ({ view }))
  })
})

export const DELETE = withId({}, async (member, id) =>
  respondToChange(async () => {
    const wasDeleted = await runForMember(member, (tx, actor) => deleteView(tx, actor, toViewsReader(member), id))
    return wasDeleted ? new Response(null, { status: 204 }) : buildNotFoundResponse(RECORD_NAME)
  }),
)
