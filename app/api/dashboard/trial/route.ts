import { withAccess } from '@/lib/auth/with-access.ts'
import { forMember } from '@/lib/auth/for-member.ts'
import { invalid, readInput } from '@/lib/http/json-input.ts'
import { forgetTrial } from '@/lib/trials/current-trial.ts'
import { chooseTrial } from '@/lib/trials/store.ts'
import { hasAgreedPlan, trialChoice } from '@/lib/trials/trial.ts'

const refused = (message: string) => invalid([{ path: 'plan', message }])

/**
 * Chooses the plan to try: `{ trial }`. 422 for a plan that is none, for who has a plan already, and once the trial is over.
 */
export const PUT = withAccess({ permission: 'org:settings:manage' }, async (member, request) => {
  const { plan } = await readInput(request, trialChoice)
  if (hasAgreedPlan(member.plans)) return refused('You have a plan already. Another one is agreed with us.')
  const trial = await forMember(member, (tx, actor) => chooseTrial(tx, actor, plan, new Date()))
  if (!trial) return refused('Your trial is over. To go on, agree on a plan with us.')
  forgetTrial(member.organization.id)
  return Response.json({ trial })
})
