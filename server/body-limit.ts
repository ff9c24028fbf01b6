import { BODY_LIMITS } from '../lib/http/body-limits.ts'
import { API_ROOT } from '../lib/routes.ts'

const KIB = 1024

/** Bytes of the largest bodies below a path; routes have narrower limits of their own. */
const LIMITS: [root: string, bytes: number][] = [
  ['/__clerk', BODY_LIMITS['/__clerk']],
  ['/api/webhooks/voice', BODY_LIMITS['/api/webhooks/voice']],
  [API_ROOT, 2 * KIB * KIB],
]

/** Pages read no bodies but those of small forms. */
const ELSEWHERE = 16 * KIB

/** How many bytes of a body are taken at a path. */
export const bodyLimit = (path: string): number =>
  LIMITS.find(([root]) => path === root || path.startsWith(`${root}/`))?.[1] ?? ELSEWHERE
