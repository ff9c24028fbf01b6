import { z } from 'zod'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { versionNumber } from '@/lib/dashboard/assistant/record.ts'
import { readVersion, takeBack } from '@/lib/dashboard/assistant/repository.ts'
import { changeResponse, notFound, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'

type Context = { params: Promise<{ number: string }> }

const VERSION = 'This version'

const numberOf = async ({ params }: Context) => versionNumber.safeParse((await params).number).data

/** Returns a version as `VersionRecord`. Version 0 contains the default instructions. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, _request, context: Context) => {
  const number = await numberOf(context)
  const found = number === undefined ? undefined : await forMember(member, (tx) => readVersion(tx, number))
  return found ? Response.json(found) : notFound(VERSION)
})

const input = z.strictObject({ version: z.int().min(0) })

/** Saves an earlier version as a new version and returns `{ assistant }`. */
export const POST = withAccess({ permission: 'org:settings:manage' }, async (member, request, context: Context) => {
  const { version } = await readInput(request, input)
  const number = await numberOf(context)
  if (number === undefined) return notFound(VERSION)
  const changed = await forMember(member, (tx, actor) => takeBack(tx, actor, number, version))
  if (changed && 'changed' in changed) wakeJobs()
  return changeResponse(changed, VERSION, (assistant) => ({ assistant }))
})
