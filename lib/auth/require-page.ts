import 'server-only'
import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { LOGIN_PATH } from '../routes.ts'
import { type Area, type AreaName, AREAS } from './access-table.ts'
import { checkAccess } from './check-access.ts'
import { REQUESTED_PATH_HEADER } from './request-headers.ts'
import { lacksSecondFactor } from './second-factor.ts'
import { currentSession } from './session.ts'
import { isMember, type Member, type SignedIn } from './session-claims.ts'

/** Added to an address by the framework when it fetches a page from another one. */
const FRAMEWORK_PARAMETER = '_rsc'

const ANY_ORIGIN = 'http://localhost'

/**
 * The path that somebody asked for, with its query, for coming back to it.
 * @param path of the page as it knows it: what the proxy says counts only when it agrees, and then for its query
 */
export function requestedPath(requestHeaders: Headers, path: string): string {
  const noted = requestHeaders.get(REQUESTED_PATH_HEADER)
  if (!noted || !URL.canParse(noted, ANY_ORIGIN)) return path
  const { pathname, searchParams } = new URL(noted, ANY_ORIGIN)
  if (pathname !== path) return path
  searchParams.delete(FRAMEWORK_PARAMETER)
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}

const loginAddress = (returnTo: string): string => `${LOGIN_PATH}?redirect_url=${encodeURIComponent(returnTo)}`

type VisitorOf<Name extends AreaName> = (typeof AREAS)[Name] extends { organization: 'optional' } ? SignedIn : Member

/**
 * Lets somebody into a page, before it shows or reads anything. Who is not signed in is sent to sign in and comes back; who
 * has no organization is sent to create one; who has no second factor, where the organization asks for one, is sent to add it;
 * who may not is shown why, with status 403.
 * Called by each page itself, and not inside a Suspense boundary: after the first byte there is no status to set.
 * @param rest of the address, for pages that have other pages below them
 * @returns who it is; with an organization, in areas that ask for one
 */
export async function requirePage<Name extends AreaName>(name: Name, rest: string[] = []): Promise<VisitorOf<Name>> {
  const area: Area = AREAS[name]
  const claims = await currentSession()
  const denied = checkAccess(claims, area)
  if (claims.state !== 'signed-in') {
    const path = [area.path, ...rest.map(encodeURIComponent)].join('/')
    redirect(loginAddress(requestedPath(await headers(), path)))
  }
  if (denied?.reason === 'no-organization') redirect(AREAS.welcome.path)
  if (area.organization !== 'optional' && isMember(claims) && (await lacksSecondFactor(claims))) {
    redirect(`${AREAS.account.path}/security`)
  }
  if (denied) forbidden()
  return claims as VisitorOf<Name>
}
