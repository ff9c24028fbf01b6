import { Hono } from 'hono'
import { ClerkError, notFound } from '../errors.ts'
import { wrongCode } from '../factors/codes.ts'
import { failedAttemptError, clearAttempts, countAttempt } from '../factors/lockout.ts'
import { newTotpSecret, totpStep, totpUri } from '../factors/totp.ts'
import { respond } from '../http/responses.ts'
import { requiredText } from '../http/request-body.ts'
import type { Env, Services } from '../http/services.ts'
import { newId, randomText } from '../ids.ts'
import { primaryEmail } from '../resources/public-user.ts'
import { requireFreshFactor } from '../sessions/fresh-factor.ts'
import type { BackupCodes, Totp } from '../store/types.ts'
import { updateUser } from '../users/change.ts'

const BACKUP_CODES = 10

/** An authenticator app as second factor, and backup codes in case it is lost. */
export function secondFactorRoutes(services: Services): Hono<Env> {
  const { store, clock, instance } = services
  const routes = new Hono<Env>()

  routes.post('/me/totp', (c) => {
    requireFreshFactor(services, c)
    const { user } = c.var
    if (user.totp?.verified) {
      throw new ClerkError(400, 'totp_already_enabled', 'An authenticator app is set up already. Remove it first.')
    }
    const now = clock.now()
    const secret = newTotpSecret()
    const totp: Totp = { id: newId('totp'), secret, verified: false, lastStep: 0, createdAt: now, updatedAt: now }
    store.users.put({ ...user, totp })
    const account = primaryEmail(store, user)?.address ?? user.id
    return respond(services, c, { ...totpJson(totp), secret, uri: totpUri(secret, account, instance.applicationName) })
  })

  routes.post('/me/totp/attempt_verification', (c) => {
    const { user, session } = c.var
    const code = requiredText(c.var.body, 'code')
    if (!user.totp) throw notFound('Authenticator app')
    countAttempt(services, user.id)
    const step = totpStep(user.totp.secret, code, user.totp.lastStep)
    if (step === undefined) throw failedAttemptError(services, user.id, wrongCode())
    clearAttempts(services, user.id)
    const totp = { ...user.totp, verified: true, lastStep: step, updatedAt: clock.now() }
    const { codes, backupCodes } = newBackupCodes(services)
    store.transaction(() => {
      updateUser(services, user.id, { totp, backupCodes })
      store.sessions.put({ ...session, secondFactorAt: clock.now() })
    })
    return respond(services, c, { ...totpJson(totp), backup_codes: codes })
  })

  routes.delete('/me/totp', (c) => {
    const { user } = c.var
    if (!user.totp) throw notFound('Authenticator app')
    updateUser(services, user.id, { totp: null, backupCodes: null })
    return respond(services, c, { object: 'totp', id: user.totp.id, deleted: true })
  })

  routes.post('/me/backup_codes', (c) => {
    requireFreshFactor(services, c)
    if (!c.var.user.totp?.verified) throw new ClerkError(400, 'totp_missing', 'Set up an authenticator app first.')
    const { codes, backupCodes } = newBackupCodes(services)
    updateUser(services, c.var.user.id, { backupCodes })
    const { id, createdAt, updatedAt } = backupCodes
    return respond(services, c, { object: 'backup_code', id, codes, created_at: createdAt, updated_at: updatedAt })
  })

  return routes
}

/** Codes to show once, and their hashes to store. */
function newBackupCodes({ clock, keys }: Services): { codes: string[]; backupCodes: BackupCodes } {
  const codes = Array.from({ length: BACKUP_CODES }, () => randomText(10).toLowerCase())
  const now = clock.now()
  const hashes = codes.map((code) => keys.hash('backup-code', code))
  return { codes, backupCodes: { id: newId('backupCodes'), hashes, createdAt: now, updatedAt: now } }
}

const totpJson = ({ id, verified, createdAt, updatedAt }: Totp) => ({
  object: 'totp',
  id,
  verified,
  backup_codes: null,
  created_at: createdAt,
  updated_at: updatedAt,
})
