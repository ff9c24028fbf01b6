import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { buildInvalidResponse, readInput } from '@/lib/platform/http/json-input.ts'
import { evictTrial } from '@/lib/dashboard/trials/current-trial.ts'
import { chooseTrial } from '@/lib/dashboard/trials/repository.ts'
import { hasPaidPlan, trialChoice } from '@/lib/dashboard/trials/trial.ts'

const buildPlanError = (message: string) => buildInvalidResponse([{ path: 'plan', message }])

/**
 * Selects the plan of the trial and returns `{ trial }`. Responds 422 for an unknown plan, an organization with a plan,
 * or an ended trial.
 */
export const PUT = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { plan } = await readInput(request, trialChoice)
  if (hasPaidPlan(member.plans)) return buildPlanError('You’re already on a plan. To change it, contact us.')
  const trial = await runForMember(member, (tx, actor) => chooseTrial(tx, actor, plan, new Date()))
  if (!trial) return buildPlanError('Your trial has ended. Contact us to choose a plan.')
  evictTrial(member.organization.id)
  return Response.json({ trial })
})
