import { z } from 'zod'
import { withId } from '@/lib/dashboard/access/with-access.ts'
import { withDatabase } from '@/lib/platform/db/client.ts'
import { runInOrganization } from '@/lib/platform/db/organization.ts'
import { env } from '@/lib/platform/env/env.ts'
import {
  buildChangeResponse,
  buildInvalidResponse,
  buildNotFoundResponse,
  readInput,
} from '@/lib/platform/http/json-input.ts'
import { lineSetup } from '@/lib/dashboard/lines/input.ts'
import { hasRequestedLine, isNumberInUse } from '@/lib/dashboard/lines/read-all.ts'
import { setUpLine } from '@/lib/dashboard/lines/set-up.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { evictTrial } from '@/lib/dashboard/trials/current-trial.ts'

const change = z.strictObject({ version: z.int().min(1), setup: lineSetup })

const NUMBER_IN_USE_ERROR = {
  path: 'setup.forwardingNumber',
  message: 'Another company’s line already uses this number. Enter a different number.',
}

/**
 * Sets up the phone line of an organization, by its Clerk id. For staff only. Responds 404 if the organization
 * requested no line, and 422 if another company uses the number.
 */
export const PATCH = withId({ permission: 'org:lines:manage' }, async (member, id, request) => {
  const { version, setup } = await readInput(request, change)
  const result = await withDatabase(env().databaseUrl, async (db) => {
    // The check runs first, because a transaction for an unknown organization creates its row.
    if (!(await hasRequestedLine(db, id))) return undefined
    if (setup.forwardingNumber && (await isNumberInUse(db, setup.forwardingNumber, id)))
      return { problem: NUMBER_IN_USE_ERROR }
    const actor = { kind: 'person', id: member.userId } as const
    return runInOrganization(db, id, (tx) => setUpLine(tx, actor, setup, { version, now: new Date() }))
  })
  if (!result) return buildNotFoundResponse('This request')
  if ('problem' in result) return buildInvalidResponse([result.problem])
  evictTrial(id)
  wakeJobs()
  return buildChangeResponse(result, 'This request', (line) => ({ line }))
})
