import 'server-only'
import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { LOGIN_PATH } from '../../routes.ts'
import { type Area, type AreaName, AREAS } from '../../platform/auth/access-table.ts'
import { checkAccess } from '../../platform/auth/check-access.ts'
import { REQUESTED_PATH_HEADER } from '../../platform/auth/request-headers.ts'
import { lacksSecondFactor } from './second-factor.ts'
import { currentSession } from './session.ts'
import { isMember, type Member, type SignedIn } from '../../platform/auth/session-claims.ts'

/** Query parameter that Next.js adds to client-side navigations. */
const FRAMEWORK_PARAMETER = '_rsc'

const ANY_ORIGIN = 'http://localhost'

/** @param path without query; the proxy's header adds the query if the paths match */
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

export type MemberArea = { [Name in AreaName]: VisitorOf<Name> extends Member ? Name : never }[AreaName]

/**
 * Checks access before a page reads or renders anything. Redirects, or renders the refusal with status 403. Call it outside
 * Suspense: after the first byte the status cannot be set.
 * @param rest path segments below the area's page
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
