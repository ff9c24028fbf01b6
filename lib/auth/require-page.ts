import 'server-only'
import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { LOGIN_PATH } from '../routes.ts'
import { askedPath } from './asked-path.ts'
import { type Area, AREAS, type AreaName } from './areas.ts'
import { decide, isMember, type Member } from './decide.ts'
import type { SignedIn } from './facts.ts'
import { currentFacts } from './session.ts'

/** Where somebody signs in who asked for `path`, and comes back from. */
const loginAddress = (path: string): string => `${LOGIN_PATH}?redirect_url=${encodeURIComponent(path)}`

async function enter({ path, rule }: Area, rest: string[]): Promise<SignedIn> {
  const facts = await currentFacts()
  const { verdict } = decide(facts, rule)
  if (facts.state !== 'signed-in') {
    redirect(loginAddress(askedPath(await headers(), [path, ...rest.map(encodeURIComponent)].join('/'))))
  }
  if (verdict === 'no-organization') redirect(AREAS.welcome.path)
  if (verdict !== 'allow') forbidden()
  return facts
}

/**
 * Lets somebody into a page, before it shows or reads anything. Who is not signed in is sent to sign in and comes back;
 * who has no organization is sent to create one; who may not is shown why, with status 403.
 * Called by each page itself, and not inside a Suspense boundary: after the first byte there is no status to set.
 * @param rest of the address, for pages that have other pages below them
 */
export async function requirePage(name: AreaName, rest: string[] = []): Promise<SignedIn> {
  return enter(AREAS[name], rest)
}

/** As `requirePage`, for areas that ask for an organization. */
export async function requireMember(name: AreaName): Promise<Member> {
  const facts = await enter(AREAS[name], [])
  if (!isMember(facts)) redirect(AREAS.welcome.path)
  return facts
}
