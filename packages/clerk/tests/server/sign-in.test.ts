import { describe, expect, it } from 'vitest'
import {
  generateAppCode,
  Browser,
  decodeClaims,
  enrollApp,
  findLatestCode,
  createAddress,
  PASSWORD,
  register,
  signIn,
  startSignIn,
  startTestClerk,
} from './fixtures.ts'

const clerk = await startTestClerk()

const OTHER_PASSWORD = 'another-password'

const PASSWORD_FACTOR = { strategy: 'password', password: PASSWORD }

async function startSteps(address: string) {
  const { browser, path, response } = await startSignIn(clerk, address)
  const attempt = (fields: Record<string, string>) => browser.post(`${path}/attempt_first_factor`, fields)
  const attemptSecondFactor = (strategy: string, code: string) =>
    browser.post(`${path}/attempt_second_factor`, { strategy, code })
  const prepare = (strategy: string) => browser.post(`${path}/prepare_first_factor`, { strategy })
  const verifyResetCode = async () => {
    await prepare('reset_password_email_code')
    return attempt({ strategy: 'reset_password_email_code', code: findLatestCode(clerk, address) })
  }
  const reset = (password: string, fields: Record<string, string> = {}) =>
    browser.post(`${path}/reset_password`, { password, ...fields })
  return { browser, path, response, attempt, second: attemptSecondFactor, prepare, proveReset: verifyResetCode, reset }
}

/** Registers a user, prepares the account in that browser and starts a sign-in in another one. */
async function beginSignIn<Prepared>(setUp?: (browser: Browser) => Promise<Prepared>) {
  const { browser: signedInBrowser, ...person } = await register(clerk)
  const prepared = (await setUp?.(signedInBrowser)) as Prepared
  return { ...person, signedIn: signedInBrowser, prepared, ...(await startSteps(person.address)) }
}

describe('sign-in', () => {
  it('accepts the password with the address or in a second step', async () => {
    const { address, attempt, response } = await beginSignIn()
    expect(response.status).toBe('needs_first_factor')
    const strategies = response.supported_first_factors.map((factor: { strategy: string }) => factor.strategy)
    expect(strategies).toEqual(['password', 'email_code', 'reset_password_email_code'])
    const completed = await attempt(PASSWORD_FACTOR)
    expect(completed.response.status).toBe('complete')
    expect(completed.json.client.last_active_session_id).toBe(completed.response.created_session_id)

    const fields = { identifier: ` ${address.toUpperCase()}`, password: PASSWORD }
    expect((await new Browser(clerk).post('/client/sign_ins', fields)).response.status).toBe('complete')
  })

  it('accepts an emailed code', async () => {
    const { address, attempt, prepare } = await beginSignIn()
    await prepare('email_code')
    const completed = await attempt({ strategy: 'email_code', code: findLatestCode(clerk, address) })
    expect(completed.response).toMatchObject({
      status: 'complete',
      first_factor_verification: { strategy: 'email_code' },
    })
  })

  it('reports the wrong field and still sets the client cookie', async () => {
    const { address } = await register(clerk)
    const browser = new Browser(clerk)
    const wrongAttempt = await browser.post('/client/sign_ins', { identifier: address, password: 'wrong-password' })
    expect(wrongAttempt.status).toBe(422)
    expect(wrongAttempt.error).toMatchObject({ code: 'form_password_incorrect', meta: { param_name: 'password' } })
    expect(wrongAttempt.json.meta.client.sign_in.status).toBe('needs_first_factor')
    expect((await browser.get('/client')).response.sign_in.identifier).toBe(address)

    const unknownAddress = await browser.post('/client/sign_ins', { identifier: 'nobody@example.com' })
    expect(unknownAddress.error).toMatchObject({
      code: 'form_identifier_not_found',
      meta: { param_name: 'identifier' },
    })
  })

  it('cannot skip steps', async () => {
    const { browser, attempt, second, reset } = await beginSignIn(enrollApp)
    for (const rejection of [
      await second('totp', '000000'),
      await reset(OTHER_PASSWORD),
      await attempt({ strategy: 'reset_password_email_code', code: '000000' }),
      await attempt({ strategy: 'ticket', ticket: 'x' }),
      await attempt({ strategy: 'totp', code: '000000' }),
      await attempt({}),
    ]) {
      expect(rejection.status).toBeGreaterThanOrEqual(400)
      expect((await browser.get('/client')).response.sessions).toEqual([])
    }
  })

  it('rejects a code that was emailed for a password reset', async () => {
    const { address, attempt, prepare } = await beginSignIn()
    await prepare('reset_password_email_code')
    const { error } = await attempt({ strategy: 'email_code', code: findLatestCode(clerk, address) })
    expect(error?.code).toBe('verification_missing')
  })

  it('is rejected if the browser is already signed in', async () => {
    const { browser, address } = await register(clerk)
    const { error, json } = await browser.post('/client/sign_ins', { identifier: address })
    expect(error?.code).toBe('session_exists')
    expect(json.meta.client.sessions).toHaveLength(1)
  })

  it('cannot complete after the browser signed in another way', async () => {
    const { address, browser, attempt } = await beginSignIn()
    const otherAddress = createAddress()
    const { response } = await browser.post('/client/sign_ups', { email_address: otherAddress, password: PASSWORD })
    await browser.post(`/client/sign_ups/${response.id}/prepare_verification`, { strategy: 'email_code' })
    const code = findLatestCode(clerk, otherAddress)
    await browser.post(`/client/sign_ups/${response.id}/attempt_verification`, { strategy: 'email_code', code })
    expect((await attempt(PASSWORD_FACTOR)).error?.code).toBe('session_exists')
    const { sessions } = (await browser.get('/client')).response
    expect(sessions).toMatchObject([{ public_user_data: { identifier: otherAddress } }])
    expect(address).not.toBe(otherAddress)
  })

  it("replaces the browser's previous sign-in", async () => {
    const { address, browser, path } = await beginSignIn()
    await browser.post('/client/sign_ins', { identifier: address })
    expect((await browser.get(path)).status).toBe(404)
  })

  it('is not accessible from another browser', async () => {
    const { path } = await beginSignIn()
    const otherUser = await register(clerk)
    expect((await otherUser.browser.post(`${path}/attempt_first_factor`, PASSWORD_FACTOR)).status).toBe(404)
  })

  it('accepts a sign-in token once, before it expires', async () => {
    const { userId } = await register(clerk)
    const { token } = await clerk.backend.signInTokens.createSignInToken({ userId, expiresInSeconds: 60 })
    const redeem = () => new Browser(clerk).post('/client/sign_ins', { strategy: 'ticket', ticket: token })
    expect((await redeem()).response.status).toBe('complete')
    expect((await redeem()).error?.code).toBe('ticket_invalid_code')

    const shortLivedToken = await clerk.backend.signInTokens.createSignInToken({ userId, expiresInSeconds: 60 })
    await clerk.advance(1)
    const { error } = await new Browser(clerk).post('/client/sign_ins', {
      strategy: 'ticket',
      ticket: shortLivedToken.token,
    })
    expect(error?.code).toBe('ticket_invalid_code')
  })
})

describe('password reset', () => {
  it('sets a new password after an emailed code', async () => {
    const { address, proveReset, reset } = await beginSignIn()
    expect((await proveReset()).response.status).toBe('needs_new_password')
    expect((await reset('short')).error?.code).toBe('form_password_length_too_short')
    expect((await reset(OTHER_PASSWORD)).response.status).toBe('complete')
    await signIn(clerk, address, OTHER_PASSWORD)
    const oldPasswordAttempt = await new Browser(clerk).post('/client/sign_ins', {
      identifier: address,
      password: PASSWORD,
    })
    expect(oldPasswordAttempt.error?.code).toBe('form_password_incorrect')
  })

  it('optionally ends other sessions', async () => {
    const { browser, signedIn, proveReset, reset } = await beginSignIn()
    await proveReset()
    await reset(OTHER_PASSWORD, { sign_out_of_other_sessions: 'true' })
    expect((await signedIn.get('/client')).response.sessions).toEqual([])
    expect((await browser.get('/client')).response.sessions).toHaveLength(1)
  })

  it('is rejected for a user banned during the reset', async () => {
    const { browser, userId, proveReset, reset } = await beginSignIn()
    await proveReset()
    await clerk.backend.users.banUser(userId)
    expect((await reset(OTHER_PASSWORD)).error?.code).toBe('user_banned')
    expect((await browser.get('/client')).response.sessions).toEqual([])
    expect(await clerk.backend.users.verifyPassword({ userId, password: PASSWORD })).toMatchObject({ verified: true })
  })

  it('still requires the second factor', async () => {
    const { prepared: secret, proveReset, reset, second } = await beginSignIn(enrollApp)
    await proveReset()
    const { response, json } = await reset(OTHER_PASSWORD)
    expect(response).toMatchObject({
      status: 'needs_second_factor',
      supported_second_factors: [{ strategy: 'totp' }, { strategy: 'backup_code' }],
    })
    expect(json.client.sessions).toEqual([])
    expect((await second('totp', generateAppCode(secret))).response.status).toBe('complete')
  })
})

describe('second factor', () => {
  it('is required, and its code works once', async () => {
    const { address, browser, prepared: secret, attempt, second } = await beginSignIn(enrollApp)
    const first = await attempt(PASSWORD_FACTOR)
    expect(first.response).toMatchObject({ status: 'needs_second_factor', created_session_id: null })
    expect(first.json.client.sessions).toEqual([])
    expect((await second('totp', '12345')).error?.code).toBe('form_code_incorrect')
    const code = generateAppCode(secret)
    expect((await second('totp', code)).response.status).toBe('complete')
    expect(decodeClaims(await browser.fetchToken()).fva).toEqual([0, 0])

    const secondSignIn = await startSteps(address)
    await secondSignIn.attempt(PASSWORD_FACTOR)
    expect((await secondSignIn.second('totp', code)).error?.code).toBe('form_code_incorrect')
  })

  it('can be a backup code, which works once', async () => {
    const { address, prepared, attempt, second } = await beginSignIn(async (browser) => {
      await enrollApp(browser)
      return (await browser.post('/me/backup_codes/')).response.codes as string[]
    })
    expect(prepared).toHaveLength(10)
    const [code = ''] = prepared
    await attempt(PASSWORD_FACTOR)
    expect((await second('backup_code', code)).response.status).toBe('complete')
    const secondSignIn = await startSteps(address)
    await secondSignIn.attempt(PASSWORD_FACTOR)
    expect((await secondSignIn.second('backup_code', code)).error?.code).toBe('form_code_incorrect')
  })
})

describe('lockout', () => {
  const tryWrongPassword = (browser: Browser, path: string) =>
    browser.post(`${path}/attempt_first_factor`, { strategy: 'password', password: 'wrong-password' })

  it('starts at the tenth wrong attempt and ends after an hour', async () => {
    const { address, browser, path, attempt, userId } = await beginSignIn()
    for (let n = 0; n < 9; n++)
      expect((await tryWrongPassword(browser, path)).error?.code).toBe('form_password_incorrect')
    const tenthAttempt = await tryWrongPassword(browser, path)
    expect(tenthAttempt.status).toBe(403)
    expect(tenthAttempt.error?.code).toBe('user_locked')
    expect(tenthAttempt.error?.meta.lockout_expires_in_seconds).toBeGreaterThan(3590)
    expect(tenthAttempt.error?.meta.lockout_expires_in_seconds).toBeLessThanOrEqual(3600)
    expect(tenthAttempt.error?.long_message).toContain('in 60 minutes')
    expect((await attempt(PASSWORD_FACTOR)).error?.code).toBe('user_locked')
    expect(await clerk.backend.users.getUser(userId)).toMatchObject({ locked: true })

    await clerk.advance(59)
    const lockedResponse = await new Browser(clerk).post('/client/sign_ins', { identifier: address })
    expect(lockedResponse.error?.long_message).toContain('in 1 minute.')
    await clerk.advance(1)
    const after = await startSignIn(clerk, address)
    expect((await tryWrongPassword(after.browser, after.path)).error?.code).toBe('form_password_incorrect')
    await signIn(clerk, address)
  })

  it('counter resets after a successful sign-in', async () => {
    const { address, browser, path } = await beginSignIn()
    for (let n = 0; n < 9; n++) await tryWrongPassword(browser, path)
    await signIn(clerk, address)
    expect((await tryWrongPassword(browser, path)).error?.code).toBe('form_password_incorrect')
  })

  it('counts parallel attempts one by one', async () => {
    const { browser, path } = await beginSignIn()
    const responses = await Promise.all(Array.from({ length: 25 }, () => tryWrongPassword(browser, path)))
    const checked = responses.filter(({ error }) => error?.code === 'form_password_incorrect')
    expect(checked.length).toBeLessThan(10)
    expect(responses.filter(({ error }) => error?.code === 'user_locked').length).toBe(25 - checked.length)
  })

  it('counts wrong emailed codes and authenticator codes', async () => {
    const { browser, path, attempt, second } = await beginSignIn(enrollApp)
    await attempt(PASSWORD_FACTOR)
    for (let n = 0; n < 9; n++) expect((await second('totp', '000000')).error?.code).toBe('form_code_incorrect')
    expect((await second('totp', '000000')).error?.code).toBe('user_locked')
    expect((await browser.get(path)).response.status).toBe('needs_second_factor')

    const emailSignIn = await beginSignIn()
    for (let n = 0; n < 10; n++) {
      if (n % 5 === 0) await emailSignIn.prepare('email_code')
      await emailSignIn.attempt({ strategy: 'email_code', code: 'wrong!' })
    }
    const correctCode = findLatestCode(clerk, emailSignIn.address)
    expect((await emailSignIn.attempt({ strategy: 'email_code', code: correctCode })).error?.code).toBe('user_locked')
    expect((await emailSignIn.prepare('email_code')).error?.code).toBe('user_locked')
  })

  it('can be set and lifted by the Backend API', async () => {
    const { address, userId } = await register(clerk)
    await clerk.backend.users.lockUser(userId)
    const { error } = await new Browser(clerk).post('/client/sign_ins', { identifier: address })
    expect(error?.code).toBe('user_locked')
    await clerk.backend.users.unlockUser(userId)
    await signIn(clerk, address)
  })
})

it('emails contain the code but never the password', async () => {
  const address = createAddress()
  await register(clerk, address)
  expect(clerk.listEmails(address)).toHaveLength(1)
  expect(clerk.listEmails(address)[0]?.text).toContain(findLatestCode(clerk, address))
  expect(clerk.listEmails(address)[0]?.text).not.toContain(PASSWORD)
})
