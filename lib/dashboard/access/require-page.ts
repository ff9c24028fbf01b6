import 'server-only'
import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { LOGIN_PATH } from '../../routes.ts'
import { type Area, type AreaName, AREAS } from '../../platform/auth/access-table.ts'
import { checkAccess } from '../../platform/auth/check-access.ts'
import { REQUESTED_PATH_HEADER } from '../../platform/auth/request-headers.ts'
import { needsSecondFactor } from './second-factor.ts'
import { getCurrentSession } from './session.ts'
import { isMember, type Member, type SignedIn } from '../../platform/auth/session-claims.ts'

/** Query parameter that Next.js adds to requests for client-side navigation. */
const RSC_PARAMETER = '_rsc'

const PLACEHOLDER_ORIGIN = 'http://localhost'

/**
 * Returns the requested path with its query string, read from the header that the proxy sets.
 * @param path path without query, returned if the header is missing or names another path
 */
export function readRequestedPath(requestHeaders: Headers, path: string): string {
  const requestedUrl = requestHeaders.get(REQUESTED_PATH_HEADER)
  if (!requestedUrl || !URL.canParse(requestedUrl, PLACEHOLDER_ORIGIN)) return path
  const { pathname, searchParams } = new URL(requestedUrl, PLACEHOLDER_ORIGIN)
  if (pathname !== path) return path
  searchParams.delete(RSC_PARAMETER)
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}

const buildLoginUrl = (returnTo: string): string => `${LOGIN_PATH}?redirect_url=${encodeURIComponent(returnTo)}`

type AreaClaims<Name extends AreaName> = (typeof AREAS)[Name] extends { organization: 'optional' } ? SignedIn : Member

export type MemberArea = { [Name in AreaName]: AreaClaims<Name> extends Member ? Name : never }[AreaName]

/**
 * Checks access before a page reads data or renders. Redirects signed-out users, or renders the 403 page. Call it
 * outside Suspense, because the status cannot change after the first byte.
 * @param rest path segments below the path of the area
 */
export async function requirePage<Name extends AreaName>(name: Name, rest: string[] = []): Promise<AreaClaims<Name>> {
  const area: Area = AREAS[name]
  const claims = await getCurrentSession()
  const denial = checkAccess(claims, area)
  if (claims.state !== 'signed-in') {
    const path = [area.path, ...rest.map(encodeURIComponent)].join('/')
    redirect(buildLoginUrl(readRequestedPath(await headers(), path)))
  }
  if (denial?.reason === 'no-organization') redirect(AREAS.welcome.path)
  if (area.organization !== 'optional' && isMember(claims) && (await needsSecondFactor(claims))) {
    redirect(`${AREAS.account.path}/security`)
  }
  if (denial) forbidden()
  return claims as AreaClaims<Name>
}
