import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { env } from '@/lib/platform/env/env.ts'
import { changeAfter } from '@/lib/dashboard/events/changes.ts'
import { processEnds } from '@/lib/platform/http/end-waiting.ts'

/** Placeholder in the URL for “no change yet”. */
const NONE = '-'

/** Long-poll limit in milliseconds: below proxy timeouts, and short enough to notice an ended membership. */
const PATIENCE = 20_000

/** Long poll: returns `{ last }` once the organization's last change differs from `?since=`, or after 20 seconds. */
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
