import { describe, expect, it } from 'vitest'
import {
  appCode,
  Browser,
  claimsOf,
  enrolApp,
  latestCode,
  mails,
  newAddress,
  PASSWORD,
  register,
  signIn,
  startSignIn,
  testClerk,
} from './fixtures.ts'

const clerk = await testClerk()

const OTHER_PASSWORD = 'another-password'

const BY_PASSWORD = { strategy: 'password', password: PASSWORD }

async function signInSteps(address: string) {
  const { browser, path, response } = await startSignIn(clerk, address)
  const attempt = (fields: Record<string, string>) => browser.post(`${path}/attempt_first_factor`, fields)
  const second = (strategy: string, code: string) => browser.post(`${path}/attempt_second_factor`, { strategy, code })
  const prepare = (strategy: string) => browser.post(`${path}/prepare_first_factor`, { strategy })
  const proveReset = async () => {
    await prepare('reset_password_email_code')
    return attempt({ strategy: 'reset_password_email_code', code: latestCode(clerk, address) })
  }
  const reset = (password: string, fields: Record<string, string> = {}) =>
    browser.post(`${path}/reset_password`, { password, ...fields })
  return { browser, path, response, attempt, second, prepare, proveReset, reset }
}

/** Registers a user, prepares the account in that browser and starts a sign-in in another one. */
async function begin<Prepared>(setUp?: (browser: Browser) => Promise<Prepared>) {
  const { browser: signedIn, ...person } = await register(clerk)
  const prepared = (await setUp?.(signedIn)) as Prepared
  return { ...person, signedIn, prepared, ...(await signInSteps(person.address)) }
}

describe('sign-in', () => {
  it('accepts the password with the address or in a second step', async () => {
    const { address, attempt, response } = await begin()
    expect(response.status).toBe('needs_first_factor')
    const strategies = response.supported_first_factors.map((factor: { strategy: string }) => factor.strategy)
    expect(strategies).toEqual(['password', 'email_code', 'reset_password_email_code'])
    const done = await attempt(BY_PASSWORD)
    expect(done.response.status).toBe('complete')
    expect(done.json.client.last_active_session_id).toBe(done.response.created_session_id)

    const fields = { identifier: ` ${address.toUpperCase()}`, password: PASSWORD }
    expect((await new Browser(clerk).post('/client/sign_ins', fields)).response.status).toBe('complete')
  })

  it('accepts an emailed code', async () => {
    const { address, attempt, prepare } = await begin()
    await prepare('email_code')
    const done = await attempt({ strategy: 'email_code', code: latestCode(clerk, address) })
    expect(done.response).toMatchObject({ status: 'complete', first_factor_verification: { strategy: 'email_code' } })
  })

  it('reports the wrong field and still sets the client cookie', async () => {
    const { address } = await register(clerk)
    const browser = new Browser(clerk)
    const wrong = await browser.post('/client/sign_ins', { identifier: address, password: 'wrong-password' })
    expect(wrong.status).toBe(422)
    expect(wrong.error).toMatchObject({ code: 'form_password_incorrect', meta: { param_name: 'password' } })
    expect(wrong.json.meta.client.sign_in.status).toBe('needs_first_factor')
    expect((await browser.get('/client')).response.sign_in.identifier).toBe(address)

    const unknown = await browser.post('/client/sign_ins', { identifier: 'nobody@example.com' })
    expect(unknown.error).toMatchObject({ code: 'form_identifier_not_found', meta: { param_name: 'identifier' } })
  })

  it('cannot skip steps', async () => {
    const { browser, attempt, second, reset } = await begin(enrolApp)
    for (const answer of [
      await second('totp', '000000'),
      await reset(OTHER_PASSWORD),
      await attempt({ strategy: 'reset_password_email_code', code: '000000' }),
      await attempt({ strategy: 'ticket', ticket: 'x' }),
      await attempt({ strategy: 'totp', code: '000000' }),
      await attempt({}),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect((await browser.get('/client')).response.sessions).toEqual([])
    }
  })

  it('rejects a code that was emailed for a password reset', async () => {
    const { address, attempt, prepare } = await begin()
    await prepare('reset_password_email_code')
    const { error } = await attempt({ strategy: 'email_code', code: latestCode(clerk, address) })
    expect(error?.code).toBe('verification_missing')
  })

  it('is rejected if the browser is already signed in', async () => {
    const { browser, address } = await register(clerk)
    const { error, json } = await browser.post('/client/sign_ins', { identifier: address })
    expect(error?.code).toBe('session_exists')
    expect(json.meta.client.sessions).toHaveLength(1)
  })

  it('cannot complete after the browser signed in another way', async () => {
    const { address, browser, attempt } = await begin()
    const other = newAddress()
    const { response } = await browser.post('/client/sign_ups', { email_address: other, password: PASSWORD })
    await browser.post(`/client/sign_ups/${response.id}/prepare_verification`, { strategy: 'email_code' })
    const code = latestCode(clerk, other)
    await browser.post(`/client/sign_ups/${response.id}/attempt_verification`, { strategy: 'email_code', code })
    expect((await attempt(BY_PASSWORD)).error?.code).toBe('session_exists')
    const { sessions } = (await browser.get('/client')).response
    expect(sessions).toMatchObject([{ public_user_data: { identifier: other } }])
    expect(address).not.toBe(other)
  })

  it("replaces the browser's previous sign-in", async () => {
    const { address, browser, path } = await begin()
    await browser.post('/client/sign_ins', { identifier: address })
    expect((await browser.get(path)).status).toBe(404)
  })

  it('is not accessible from another browser', async () => {
    const { path } = await begin()
    const stranger = await register(clerk)
    expect((await stranger.browser.post(`${path}/attempt_first_factor`, BY_PASSWORD)).status).toBe(404)
  })

  it('accepts a sign-in token once, before it expires', async () => {
    const { userId } = await register(clerk)
    const { token } = await clerk.backend.signInTokens.createSignInToken({ userId, expiresInSeconds: 60 })
    const redeem = () => new Browser(clerk).post('/client/sign_ins', { strategy: 'ticket', ticket: token })
    expect((await redeem()).response.status).toBe('complete')
    expect((await redeem()).error?.code).toBe('ticket_invalid_code')

    const late = await clerk.backend.signInTokens.createSignInToken({ userId, expiresInSeconds: 60 })
    await clerk.advance(1)
    const { error } = await new Browser(clerk).post('/client/sign_ins', { strategy: 'ticket', ticket: late.token })
    expect(error?.code).toBe('ticket_invalid_code')
  })
})

describe('password reset', () => {
  it('sets a new password after an emailed code', async () => {
    const { address, proveReset, reset } = await begin()
    expect((await proveReset()).response.status).toBe('needs_new_password')
    expect((await reset('short')).error?.code).toBe('form_password_length_too_short')
    expect((await reset(OTHER_PASSWORD)).response.status).toBe('complete')
    await signIn(clerk, address, OTHER_PASSWORD)
    const old = await new Browser(clerk).post('/client/sign_ins', { identifier: address, password: PASSWORD })
    expect(old.error?.code).toBe('form_password_incorrect')
  })

  it('optionally ends other sessions', async () => {
    const { browser, signedIn, proveReset, reset } = await begin()
    await proveReset()
    await reset(OTHER_PASSWORD, { sign_out_of_other_sessions: 'true' })
    expect((await signedIn.get('/client')).response.sessions).toEqual([])
    expect((await browser.get('/client')).response.sessions).toHaveLength(1)
  })

  it('is rejected for a user banned during the reset', async () => {
    const { browser, userId, proveReset, reset } = await begin()
    await proveReset()
    await clerk.backend.users.banUser(userId)
    expect((await reset(OTHER_PASSWORD)).error?.code).toBe('user_banned')
    expect((await browser.get('/client')).response.sessions).toEqual([])
    expect(await clerk.backend.users.verifyPassword({ userId, password: PASSWORD })).toMatchObject({ verified: true })
  })

  it('still requires the second factor', async () => {
    const { prepared: secret, proveReset, reset, second } = await begin(enrolApp)
    await proveReset()
    const { response, json } = await reset(OTHER_PASSWORD)
    expect(response).toMatchObject({
      status: 'needs_second_factor',
      supported_second_factors: [{ strategy: 'totp' }, { strategy: 'backup_code' }],
    })
    expect(json.client.sessions).toEqual([])
    expect((await second('totp', appCode(secret))).response.status).toBe('complete')
  })
})

describe('second factor', () => {
  it('is required, and its code works once', async () => {
    const { address, browser, prepared: secret, attempt, second } = await begin(enrolApp)
    const first = await attempt(BY_PASSWORD)
    expect(first.response).toMatchObject({ status: 'needs_second_factor', created_session_id: null })
    expect(first.json.client.sessions).toEqual([])
    expect((await second('totp', '12345')).error?.code).toBe('form_code_incorrect')
    const code = appCode(secret)
    expect((await second('totp', code)).response.status).toBe('complete')
    expect(claimsOf(await browser.token()).fva).toEqual([0, 0])

    const again = await signInSteps(address)
    await again.attempt(BY_PASSWORD)
    expect((await again.second('totp', code)).error?.code).toBe('form_code_incorrect')
  })

  it('can be a backup code, which works once', async () => {
    const { address, prepared, attempt, second } = await begin(async (browser) => {
      await enrolApp(browser)
      return (await browser.post('/me/backup_codes/')).response.codes as string[]
    })
    expect(prepared).toHaveLength(10)
    const [code = ''] = prepared
    await attempt(BY_PASSWORD)
    expect((await second('backup_code', code)).response.status).toBe('complete')
    const again = await signInSteps(address)
    await again.attempt(BY_PASSWORD)
    expect((await again.second('backup_code', code)).error?.code).toBe('form_code_incorrect')
  })
})

describe('lockout', () => {
  const wrongPassword = (browser: Browser, path: string) =>
    browser.post(`${path}/attempt_first_factor`, { strategy: 'password', password: 'wrong-password' })

  it('starts at the tenth wrong attempt and ends after an hour', async () => {
    const { address, browser, path, attempt, userId } = await begin()
    for (let n = 0; n < 9; n++) expect((await wrongPassword(browser, path)).error?.code).toBe('form_password_incorrect')
    const tenth = await wrongPassword(browser, path)
    expect(tenth.status).toBe(403)
    expect(tenth.error?.code).toBe('user_locked')
    expect(tenth.error?.meta.lockout_expires_in_seconds).toBeGreaterThan(3590)
    expect(tenth.error?.meta.lockout_expires_in_seconds).toBeLessThanOrEqual(3600)
    expect(tenth.error?.long_message).toContain('in 60 minutes')
    expect((await attempt(BY_PASSWORD)).error?.code).toBe('user_locked')
    expect(await clerk.backend.users.getUser(userId)).toMatchObject({ locked: true })

    await clerk.advance(59)
    const almost = await new Browser(clerk).post('/client/sign_ins', { identifier: address })
    expect(almost.error?.long_message).toContain('in 1 minute.')
    await clerk.advance(1)
    const after = await startSignIn(clerk, address)
    expect((await wrongPassword(after.browser, after.path)).error?.code).toBe('form_password_incorrect')
    await signIn(clerk, address)
  })

  it('counter resets after a successful sign-in', async () => {
    const { address, browser, path } = await begin()
    for (let n = 0; n < 9; n++) await wrongPassword(browser, path)
    await signIn(clerk, address)
    expect((await wrongPassword(browser, path)).error?.code).toBe('form_password_incorrect')
  })

  it('counts parallel attempts one by one', async () => {
    const { browser, path } = await begin()
    const answers = await Promise.all(Array.from({ length: 25 }, () => wrongPassword(browser, path)))
    const checked = answers.filter(({ error }) => error?.code === 'form_password_incorrect')
    expect(checked.length).toBeLessThan(10)
    expect(answers.filter(({ error }) => error?.code === 'user_locked').length).toBe(25 - checked.length)
  })

  it('counts wrong emailed codes and authenticator codes', async () => {
    const { browser, path, attempt, second } = await begin(enrolApp)
    await attempt(BY_PASSWORD)
    for (let n = 0; n < 9; n++) expect((await second('totp', '000000')).error?.code).toBe('form_code_incorrect')
    expect((await second('totp', '000000')).error?.code).toBe('user_locked')
    expect((await browser.get(path)).response.status).toBe('needs_second_factor')

    const mailed = await begin()
    for (let n = 0; n < 10; n++) {
      if (n % 5 === 0) await mailed.prepare('email_code')
      await mailed.attempt({ strategy: 'email_code', code: 'wrong!' })
    }
    const right = latestCode(clerk, mailed.address)
    expect((await mailed.attempt({ strategy: 'email_code', code: right })).error?.code).toBe('user_locked')
    expect((await mailed.prepare('email_code')).error?.code).toBe('user_locked')
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
  const address = newAddress()
  await register(clerk, address)
  expect(mails(clerk, address)).toHaveLength(1)
  expect(mails(clerk, address)[0]).toContain(latestCode(clerk, address))
  expect(mails(clerk, address)[0]).not.toContain(PASSWORD)
})
