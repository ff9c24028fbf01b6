import { z } from 'zod'
import { evictSecondFactorPolicy, hasSecondFactor } from '@/lib/dashboard/access/second-factor.ts'
import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { buildConflictResponse, buildInvalidResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { changeSettings } from '@/lib/dashboard/settings/repository.ts'

const change = z.strictObject({ version: z.int().min(0), isRequired: z.boolean() })

const SECOND_FACTOR_REQUIRED_MESSAGE =
  'Turn on two-step verification for your own account first, and sign in with it. Otherwise you would be locked out.'

/**
 * Turns required two-step verification on or off and returns `{ settings }`. Responds 422 if the user has no second
 * factor, because the change would lock the user out.
 */
export const PATCH = withAccess(
  { permission: 'org:settings:manage', feature: 'second_factor_policy', reverification: 'strict' },
  async (member, request) => {
    const { isRequired, version } = await readInput(request, change)
    if (isRequired && !hasSecondFactor(member))
      return buildInvalidResponse([{ path: 'isRequired', message: SECOND_FACTOR_REQUIRED_MESSAGE }])
    const result = await runForMember(member, (tx, actor) =>
      changeSettings(tx, actor, { secondFactorRequired: isRequired }, version),
    )
    if ('conflict' in result) return buildConflictResponse(result.conflict)
    evictSecondFactorPolicy(member.organization.id)
    return Response.json({ settings: result.changed })
  },
)
