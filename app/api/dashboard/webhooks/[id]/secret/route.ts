import { runForMember, withId } from '@/lib/dashboard/access/with-access.ts'
import { rotateEndpointSecret } from '@/lib/dashboard/webhooks/repository.ts'
import { respondWithSecret } from '../../issue-endpoint.ts'
import { getSendOptions } from '../../receiver-url.ts'

/** Replaces the signing secret and returns the new one. */
export const POST = withId(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  async (member, id) => {
    const { keys } = getSendOptions()
    return respondWithSecret(200, () => runForMember(member, (tx, actor) => rotateEndpointSecret(tx, actor, id, keys)))
  },
)
