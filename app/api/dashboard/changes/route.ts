import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { env } from '@/lib/platform/env/env.ts'
import { waitForChange } from '@/lib/dashboard/events/changes.ts'
import { shutdownSignal } from '@/lib/platform/http/shutdown-signal.ts'

/** Value of `?since=` before the first change. */
const NO_CHANGE_ID = '-'

/** Duration of the long poll. It is below proxy timeouts. Each new request checks the membership again. */
const MAX_WAIT_MS = 20_000

/**
 * Long-polls for changes: returns `{ last }` once the organization's last change differs from `?since=`, or after 20
 * seconds.
 */
export const GET = withAccess({}, async ({ organization }, request) => {
  const since = new URL(request.url).searchParams.get('since') ?? undefined
  const last = await waitForChange(
    env().databaseUrl,
    organization.id,
    since === NO_CHANGE_ID ? null : since,
    MAX_WAIT_MS,
    AbortSignal.any([request.signal, shutdownSignal]),
  )
  return Response.json({ last })
})
