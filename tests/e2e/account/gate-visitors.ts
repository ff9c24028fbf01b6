import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getCookieSuffix } from '@clerk/shared/keys'
import { stack } from '../../support/stack/addresses.ts'
import { sampleStaffOrganization } from '../../../scripts/support/sample-accounts.ts'
import { ADMIN_CLAIMS, sessionToken } from '../../support/session-token.ts'

export type Visitor =
  | 'signed out'
  | 'pending'
  | 'member'
  | 'admin'
  | 'admin of another organization'
  | 'admin with rights of the staff'
  | 'staff'
  | 'without an organization'
  | 'expired'
  | 'forged'
  | 'alg none'
  | 'wrong azp'

export const STRANGERS: Visitor[] = ['signed out', 'pending', 'expired', 'forged', 'alg none', 'wrong azp']

export const ORGANIZATION = 'org_gate'
export const OTHER_ORGANIZATION = 'org_gate_other'

const { siteUrl } = stack.env
const CLAIMS = { ...ADMIN_CLAIMS, azp: siteUrl, fva: [1, -1], o: { ...ADMIN_CLAIMS.o, id: ORGANIZATION } }
const MEMBER = { ...CLAIMS, sub: 'user_member', o: { ...CLAIMS.o, rol: 'member', fpm: '1,3,0,1,0' } }
/** Claims of the staff plan, valid for any organization. */
const OF_STAFF = { ...CLAIMS, fea: `${CLAIMS.fea},o:lines`, pla: 'o:staff' }
const STAFF_ORGANIZATION = { ...CLAIMS.o, fpm: '3,3,3,3,0,3' }
const HOUR = 3600

export const clerkKey = () => createPrivateKey(readFileSync(resolve(stack.dataDir, 'clerk/jwt.pem')))

const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const now = () => Math.floor(Date.now() / 1000)

const tokens: Record<Visitor, () => string | undefined> = {
  'signed out': () => undefined,
  pending: () => sessionToken({ ...CLAIMS, sts: 'pending' }, clerkKey()),
  member: () => sessionToken(MEMBER, clerkKey()),
  admin: () => sessionToken(CLAIMS, clerkKey()),
  'admin of another organization': () =>
    sessionToken({ ...CLAIMS, sub: 'user_other', o: { ...CLAIMS.o, id: OTHER_ORGANIZATION } }, clerkKey()),
  'admin with rights of the staff': () => sessionToken({ ...OF_STAFF, o: STAFF_ORGANIZATION }, clerkKey()),
  staff: () =>
    sessionToken(
      { ...OF_STAFF, sub: 'user_staff', o: { ...STAFF_ORGANIZATION, id: sampleStaffOrganization } },
      clerkKey(),
    ),
  'without an organization': () => sessionToken({ ...CLAIMS, o: undefined, fea: '', pla: 'u:free_user' }, clerkKey()),
  expired: () => sessionToken(CLAIMS, clerkKey(), { at: now() - HOUR }),
  forged: () => sessionToken(CLAIMS, strangersKey),
  'alg none': () => sessionToken(CLAIMS, undefined),
  'wrong azp': () => sessionToken({ ...CLAIMS, azp: 'https://elsewhere.example' }, clerkKey()),
}

export const VISITORS = Object.keys(tokens) as Visitor[]

export const adminConfirmed = (minutes: number): string => sessionToken({ ...CLAIMS, fva: [minutes, -1] }, clerkKey())

export const tokenOf = (visitor: Visitor): string | undefined => tokens[visitor]()

export async function cookiesWith(token: string | undefined): Promise<Record<string, string>> {
  if (!token) return {}
  const suffix = await getCookieSuffix(stack.site.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY ?? '')
  const since = now() - 2 * HOUR
  const cookies = ['', `_${suffix}`].flatMap((end) => [`__session${end}=${token}`, `__client_uat${end}=${since}`])
  return { cookie: cookies.join('; ') }
}
