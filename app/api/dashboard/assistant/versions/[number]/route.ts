import { z } from 'zod'
import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { versionNumber } from '@/lib/assistant/record.ts'
import { readVersion, takeBack } from '@/lib/assistant/store.ts'
import { changeResponse, notFound, readInput } from '@/lib/http/json-input.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'

type Context = { params: Promise<{ number: string }> }

const VERSION = 'This version'

/** The number in the address; undefined for what is none. */
const numberOf = async ({ params }: Context) => versionNumber.safeParse((await params).number).data

/** A version as it was saved: `VersionRecord`; 0 is what holds before anything was changed. 404 when it is not there. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, _request, context: Context) => {
  const number = await numberOf(context)
  const found = number === undefined ? undefined : await forMember(member, (tx) => readVersion(tx, number))
  return found ? Response.json(found) : notFound(VERSION)
})

const input = z.strictObject({ version: z.int().min(0) })

/**
 * Makes a new version that says what this one said: `{ assistant }` as it is then. 404, 409 when somebody changed it
 * meanwhile.
 */
export const POST = withAccess({ permission: 'org:settings:manage' }, async (member, request, context: Context) => {
  const { version } = await readInput(request, input)
  const number = await numberOf(context)
  if (number === undefined) return notFound(VERSION)
  const changed = await forMember(member, (tx, actor) => takeBack(tx, actor, number, version))
  if (changed && 'changed' in changed) wakeOutgoing()
  return changeResponse(changed, VERSION, (assistant) => ({ assistant }))
})
