import { z } from 'zod'
import { withAccess } from '@/lib/auth/with-access.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { env } from '@/lib/env.ts'
import { changeResponse, invalid, notFound, readInput } from '@/lib/http/json-input.ts'
import { lineSetup } from '@/lib/lines/input.ts'
import { hasAskedForLine, isNumberTaken } from '@/lib/lines/read-all.ts'
import { setUpLine } from '@/lib/lines/set-up.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'
import { forgetTrial } from '@/lib/trials/current-trial.ts'

const change = z.strictObject({ version: z.int().min(1), setup: lineSetup })

type Context = { params: Promise<{ id: string }> }

const NUMBER_TAKEN = {
  path: 'setup.forwardingNumber',
  message: 'The line of another company has this number: give this one a number of its own',
}

/**
 * For the staff of the site: sets up the line of a company, which is named by Clerk's id: `{ line }` as it is then. 404 where
 * none was asked for, 409 when somebody changed it meanwhile, 422 for what does not fit or belongs to another company.
 */
export const PATCH = withAccess({ permission: 'org:lines:manage' }, async (member, request, { params }: Context) => {
  const { id } = await params
  const { version, setup } = await readInput(request, change)
  const changed = await withDatabase(env().databaseUrl, async (db) => {
    // Asked for first, because a transaction for an organization makes a row for one that is not known.
    if (!(await hasAskedForLine(db, id))) return undefined
    if (setup.forwardingNumber && (await isNumberTaken(db, setup.forwardingNumber, id)))
      return { problem: NUMBER_TAKEN }
    const actor = { kind: 'person', id: member.userId } as const
    return inOrganization(db, id, (tx) => setUpLine(tx, actor, setup, { version, now: new Date() }))
  })
  if (!changed) return notFound('This request')
  if ('problem' in changed) return invalid([changed.problem])
  forgetTrial(id)
  wakeOutgoing()
  return changeResponse(changed, 'This request', (line) => ({ line }))
})
