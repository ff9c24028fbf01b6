import { z } from 'zod'
import { forgetSecondFactorPolicy, hasSecondFactor } from '@/lib/auth/second-factor.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { conflict, invalid, readInput } from '@/lib/http/json-input.ts'
import { changeSettings } from '@/lib/settings/store.ts'

const change = z.strictObject({ version: z.int().min(0), isRequired: z.boolean() })

/** What somebody is told who would lock themselves out. */
const OWN_FIRST =
  'Add a second factor to your own account first, and sign in with it: without it you could not come in again.'

/**
 * Asks everybody for a second factor, or no more: `{ settings }` as they are then. 409 when somebody changed them
 * meanwhile; 422 for somebody who has none.
 */
export const PATCH = withAccess(
  { permission: 'org:settings:manage', feature: 'second_factor_policy', reverification: 'strict' },
  async (member, request) => {
    const { isRequired, version } = await readInput(request, change)
    if (isRequired && !hasSecondFactor(member)) return invalid([{ path: 'isRequired', message: OWN_FIRST }])
    const changed = await forMember(member, (tx, actor) =>
      changeSettings(tx, actor, { secondFactorRequired: isRequired }, version),
    )
    if ('conflict' in changed) return conflict(changed.conflict)
    forgetSecondFactorPolicy(member.organization.id)
    return Response.json({ settings: changed.changed })
  },
)
