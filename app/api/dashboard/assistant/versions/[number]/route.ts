import { z } from 'zod'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { versionNumber } from '@/lib/dashboard/assistant/record.ts'
import { readVersion, restoreVersion } from '@/lib/dashboard/assistant/repository.ts'
import { buildChangeResponse, buildNotFoundResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'

type Context = { params: Promise<{ number: string }> }

const RECORD_NAME = 'This version'

const parseVersionNumber = async ({ params }: Context) => versionNumber.safeParse((await params).number).data

/** Returns a version as `VersionRecord`. Version 0 contains the default instructions. */
export const GET = withAccess({ permission: 'org:settings:read' }, async (member, _request, context: Context) => {
  const number = await parseVersionNumber(context)
  const storedVersion = number === undefined ? undefined : await runForMember(member, (tx) => readVersion(tx, number))
  return storedVersion ? Response.json(storedVersion) : buildNotFoundResponse(RECORD_NAME)
})

const input = z.strictObject({ version: z.int().min(0) })

/** Saves an earlier version as a new version and returns `{ assistant }`. */
export const POST = withAccess({ permission: 'org:settings:manage' }, async (member, request, context: Context) => {
  const { version } = await readInput(request, input)
  const number = await parseVersionNumber(context)
  if (number === undefined) return buildNotFoundResponse(RECORD_NAME)
  const result = await runForMember(member, (tx, actor) => restoreVersion(tx, actor, number, version))
  if (result && 'changed' in result) wakeJobs()
  return buildChangeResponse(result, RECORD_NAME, (assistant) => ({ assistant }))
})
