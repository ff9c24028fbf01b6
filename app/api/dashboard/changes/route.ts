import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { env } from '@/lib/platform/env/env.ts'
import { changeAfter } from '@/lib/dashboard/events/changes.ts'
import { processEnds } from '@/lib/platform/http/end-waiting.ts'

/** Value of `?since=` before the first change. */
const NONE = '-'

/**
 * Duration of the long poll in milliseconds. It is below proxy timeouts, and each new request checks the membership
 * again.
 */
const PATIENCE = 20_000

/**
 * Long-polls for changes: returns `{ last }` once the organization's last change differs from `?since=`, or after 20
 * seconds.
 */
export const GET = withAccess({}, async ({ organization }, request) => {
  const since = new URL(request.url).searchParams.get('since') ?? undefined
  const last = await changeAfter(
    env().databaseUrl,
    organization.id,
    since === NONE ? null : since,
    PATIENCE,
    AbortSignal.any([request.signal, processEnds]),
  )
  return Response.json({ last })
})
