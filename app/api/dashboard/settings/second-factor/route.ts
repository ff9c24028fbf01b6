import { z } from 'zod'
import { forgetSecondFactorPolicy, hasSecondFactor } from '@/lib/dashboard/access/second-factor.ts'
import { forMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { conflict, invalid, readInput } from '@/lib/platform/http/json-input.ts'
import { changeSettings } from '@/lib/dashboard/settings/repository.ts'

const change = z.strictObject({ version: z.int().min(0), isRequired: z.boolean() })

const OWN_FIRST =
  'Turn on two-step verification for your own account first, and sign in with it. Otherwise you would be locked out.'

/**
 * Turns required two-step verification on or off and returns `{ settings }`. Responds 422 if the user has no second
 * factor, because the change would lock the user out.
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
