import { API_ROOT } from '../lib/routes.ts'

const KIB = 1024

/** Bytes of the largest bodies below a path; routes have narrower limits of their own. */
const LIMITS: [root: string, bytes: number][] = [
  // A picture of a person, on its way to Clerk.
  ['/__clerk', 12 * KIB * KIB],
  // A call that the voice agent tells of.
  [API_ROOT, 2 * KIB * KIB],
]

/** Everywhere else nobody has anything to send. */
const ELSEWHERE = 16 * KIB

/** How many bytes of a body are taken at a path. */
export const bodyLimit = (path: string): number =>
  LIMITS.find(([root]) => path === root || path.startsWith(`${root}/`))?.[1] ?? ELSEWHERE
