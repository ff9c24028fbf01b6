import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getCookieSuffix } from '@clerk/shared/keys'
import { stack } from '../../support/stack/addresses.ts'
import { sampleStaffOrganization } from '../../../scripts/support/sample-accounts.ts'
import { ADMIN_CLAIMS, createSessionToken } from '../../support/session-token.ts'

export type Visitor =
  | 'signed out'
  | 'pending'
  | 'member'
  | 'admin'
  | 'admin of another organization'
  | 'admin with staff permissions'
  | 'staff'
  | 'without an organization'
  | 'expired'
  | 'forged'
  | 'alg none'
  | 'wrong azp'

export const REJECTED_VISITORS: Visitor[] = ['signed out', 'pending', 'expired', 'forged', 'alg none', 'wrong azp']

export const ORGANIZATION = 'org_gate'
export const OTHER_ORGANIZATION = 'org_gate_other'

const { siteUrl } = stack.env
const CLAIMS = { ...ADMIN_CLAIMS, azp: siteUrl, fva: [1, -1], o: { ...ADMIN_CLAIMS.o, id: ORGANIZATION } }
const MEMBER_CLAIMS = { ...CLAIMS, sub: 'user_member', o: { ...CLAIMS.o, rol: 'member', fpm: '1,3,0,1,0' } }
/** Claims of the staff plan, valid for any organization. */
const STAFF_CLAIMS = { ...CLAIMS, fea: `${CLAIMS.fea},o:lines`, pla: 'o:staff' }
const STAFF_ORGANIZATION = { ...CLAIMS.o, fpm: '3,3,3,3,0,3' }
const HOUR_SECONDS = 3600

export const readClerkKey = () => createPrivateKey(readFileSync(resolve(stack.dataDir, 'clerk/jwt.pem')))

const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const getNowSeconds = () => Math.floor(Date.now() / 1000)

const tokens: Record<Visitor, () => string | undefined> = {
  'signed out': () => undefined,
  pending: () => createSessionToken({ ...CLAIMS, sts: 'pending' }, readClerkKey()),
  member: () => createSessionToken(MEMBER_CLAIMS, readClerkKey()),
  admin: () => createSessionToken(CLAIMS, readClerkKey()),
  'admin of another organization': () =>
    createSessionToken({ ...CLAIMS, sub: 'user_other', o: { ...CLAIMS.o, id: OTHER_ORGANIZATION } }, readClerkKey()),
  'admin with staff permissions': () => createSessionToken({ ...STAFF_CLAIMS, o: STAFF_ORGANIZATION }, readClerkKey()),
  staff: () =>
    createSessionToken(
      { ...STAFF_CLAIMS, sub: 'user_staff', o: { ...STAFF_ORGANIZATION, id: sampleStaffOrganization } },
      readClerkKey(),
    ),
  'without an organization': () =>
    createSessionToken({ ...CLAIMS, o: undefined, fea: '', pla: 'u:free_user' }, readClerkKey()),
  expired: () => createSessionToken(CLAIMS, readClerkKey(), { at: getNowSeconds() - HOUR_SECONDS }),
  forged: () => createSessionToken(CLAIMS, foreignKey),
  'alg none': () => createSessionToken(CLAIMS, undefined),
  'wrong azp': () => createSessionToken({ ...CLAIMS, azp: 'https://elsewhere.example' }, readClerkKey()),
}

export const VISITORS = Object.keys(tokens) as Visitor[]

export const createAdminToken = (minutes: number): string =>
  createSessionToken({ ...CLAIMS, fva: [minutes, -1] }, readClerkKey())

export const getToken = (visitor: Visitor): string | undefined => tokens[visitor]()

export async function buildCookies(token: string | undefined): Promise<Record<string, string>> {
  if (!token) return {}
  const suffix = await getCookieSuffix(stack.site.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY ?? '')
  const since = getNowSeconds() - 2 * HOUR_SECONDS
  const cookies = ['', `_${suffix}`].flatMap((end) => [`__session${end}=${token}`, `__client_uat${end}=${since}`])
  return { cookie: cookies.join('; ') }
}
