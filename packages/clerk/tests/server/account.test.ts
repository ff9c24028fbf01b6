import { describe, expect, it } from 'vitest'
import {
  generateAppCode,
  Browser,
  decodeClaims,
  enrollApp,
  type Json,
  findLatestCode,
  createAddress,
  PASSWORD,
  register,
  signIn,
  startTestClerk,
} from './fixtures.ts'

const clerk = await startTestClerk()

const REVERIFICATION_ERROR = { code: 'session_reverification_required' }
const PASSWORD_FACTOR = { strategy: 'password', password: PASSWORD }

/** Adds an unverified address. */
async function addAddress(browser: Browser) {
  const otherAddress = createAddress()
  const { response } = await browser.post('/me/email_addresses', { email_address: otherAddress })
  const path = `/me/email_addresses/${response.id}`
  const prepare = () => browser.post(`${path}/prepare_verification`, { strategy: 'email_code' })
  const attempt = (code: string) => browser.post(`${path}/attempt_verification`, { code })
  return { other: otherAddress, response, prepare, attempt }
}

describe('user profile', () => {
  it('can be renamed', async () => {
    const { browser, userId } = await register(clerk)
    const { response, json } = await browser.patch('/me', { first_name: ' Ada ', last_name: 'Lovelace' })
    expect(response).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' })
    expect(json.client.sessions[0].user.first_name).toBe('Ada')
    expect((await clerk.backend.users.getUser(userId)).fullName).toBe('Ada Lovelace')
    expect((await browser.patch('/me', { first_name: 'x'.repeat(101) })).status).toBe(422)
  })

  it('merges unsafe metadata and never exposes private metadata', async () => {
    const { browser, userId } = await register(clerk)
    await clerk.backend.users.updateUserMetadata(userId, {
      privateMetadata: { note: 'secret' },
      publicMetadata: { a: { b: 1, c: 2 } },
    })
    await clerk.backend.users.updateUserMetadata(userId, { publicMetadata: { a: { b: null, d: 3 } } as never })
    const { response } = await browser.patch('/me/metadata', { unsafe_metadata: '{"theme":"dark"}' })
    expect(response).toMatchObject({ unsafe_metadata: { theme: 'dark' }, public_metadata: { a: { c: 2, d: 3 } } })
    expect(response.public_metadata.a).not.toHaveProperty('b')
    expect(JSON.stringify(response)).not.toContain('secret')
    expect((await clerk.backend.users.getUser(userId)).privateMetadata).toEqual({ note: 'secret' })
  })

  it('limits metadata to 8 KB, including merged updates', async () => {
    const { browser, userId } = await register(clerk)
    const patchMetadata = (key: string) =>
      browser.patch('/me/metadata', { unsafe_metadata: JSON.stringify({ [key]: 'x'.repeat(3000) }) })
    expect([(await patchMetadata('a')).status, (await patchMetadata('b')).status]).toEqual([200, 200])
    expect((await patchMetadata('c')).error).toMatchObject({ code: 'form_param_exceeds_allowed_size' })
    const large = { publicMetadata: { a: 'x'.repeat(9000) } }
    await expect(clerk.backend.users.updateUserMetadata(userId, large)).rejects.toMatchObject({ status: 422 })
  })

  it('returns 501 for image uploads', async () => {
    const { browser } = await register(clerk)
    const form = new FormData()
    form.set('file', new Blob(['x']))
    const { status, error } = await browser.get('/me/profile_image', { method: 'POST', body: form })
    expect(status).toBe(501)
    expect(error).toMatchObject({ code: 'not_supported_locally', long_message: expect.stringContaining('uploads') })
  })

  it('has an avatar with the first letter of the name', async () => {
    const { browser } = await register(clerk)
    const { response } = await browser.patch('/me', { first_name: '<Ada' })
    const path = new URL(response.image_url).pathname.replace('/__clerk/v1', '')
    const picture = await browser.get(path)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(picture.json.text).toContain('>A</text>')
    expect((await browser.get('/avatars/users/user_nobody.svg')).status).toBe(404)
  })
})

describe('email addresses', () => {
  it('can be added, verified, made primary and removed', async () => {
    const { browser, address, userId } = await register(clerk)
    const { other, response: added, prepare, attempt } = await addAddress(browser)
    expect(added).toMatchObject({ email_address: other, verification: null })
    expect((await browser.patch('/me', { primary_email_address_id: added.id })).status).toBe(422)
    const unverified = await new Browser(clerk).post('/client/sign_ins', { identifier: other })
    expect(unverified.error?.code).toBe('form_identifier_not_found')

    await prepare()
    expect((await attempt('wrong!')).error?.code).toBe('form_code_incorrect')
    expect((await attempt(findLatestCode(clerk, other))).response.verification.status).toBe('verified')
    await signIn(clerk, other)

    const first = (await clerk.backend.users.getUser(userId)).primaryEmailAddressId!
    expect((await browser.delete(`/me/email_addresses/${first}`)).status).toBe(400)
    await browser.patch('/me', { primary_email_address_id: added.id })
    expect((await clerk.backend.users.getUser(userId)).primaryEmailAddress?.emailAddress).toBe(other)
    expect((await browser.delete(`/me/email_addresses/${first}`)).response.deleted).toBe(true)
    await register(clerk, address)
  })

  it('cannot be verified after five wrong codes', async () => {
    const { browser } = await register(clerk)
    const { other, prepare, attempt } = await addAddress(browser)
    await prepare()
    for (let n = 0; n < 5; n++) await attempt('wrong!')
    expect((await attempt(findLatestCode(clerk, other))).error?.code).toBe('verification_failed')
  })

  it('of other users cannot be added, read or changed', async () => {
    const [firstUser, secondUser] = [await register(clerk), await register(clerk)]
    const { error } = await firstUser.browser.post('/me/email_addresses', { email_address: secondUser.address })
    expect(error?.code).toBe('form_identifier_exists')
    const otherEmailId = (await secondUser.browser.get('/me')).response.email_addresses[0].id
    for (const rejection of [
      await firstUser.browser.get(`/me/email_addresses/${otherEmailId}`),
      await firstUser.browser.delete(`/me/email_addresses/${otherEmailId}`),
      await firstUser.browser.post(`/me/email_addresses/${otherEmailId}/attempt_verification`, { code: '000000' }),
    ]) {
      expect(rejection.status).toBe(404)
    }
    expect((await firstUser.browser.patch('/me', { primary_email_address_id: otherEmailId })).status).toBe(422)
  })
})

describe('password change', () => {
  it('optionally ends other sessions', async () => {
    const { browser, address } = await register(clerk)
    const [keptBrowser, next] = [await signIn(clerk, address), 'the-next-password']
    await browser.post('/me/change_password', { new_password: next })
    expect((await keptBrowser.get('/me')).status).toBe(200)
    const wrongCurrent = await browser.post('/me/change_password', { new_password: next, current_password: PASSWORD })
    expect(wrongCurrent.error).toMatchObject({
      code: 'form_password_incorrect',
      meta: { param_name: 'current_password' },
    })
    const tooShort = await browser.post('/me/change_password', { new_password: 'short' })
    expect(tooShort.error).toMatchObject({
      code: 'form_password_length_too_short',
      meta: { param_name: 'new_password' },
    })
    const samePassword = { new_password: next, current_password: next }
    await browser.post('/me/change_password', { ...samePassword, sign_out_of_other_sessions: 'true' })
    expect((await keptBrowser.get('/me')).status).toBe(401)
    expect((await browser.get('/me')).status).toBe(200)
    await signIn(clerk, address, next)
  })
})

describe('authenticator app', () => {
  it('becomes a second factor after a correct code', async () => {
    const { browser } = await register(clerk)
    const { response } = await browser.post('/me/totp')
    const uri = new URL(response.uri)
    const { email_address: address } = (await browser.get('/me')).response.email_addresses[0]
    expect(decodeURIComponent(uri.href)).toMatch(`otpauth://totp/Example:${address}?`)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: 'Example', secret: response.secret })
    expect((await browser.get('/me')).response.two_factor_enabled).toBe(false)
    const path = '/me/totp/attempt_verification'
    expect((await browser.post(path, { code: '12345' })).error?.code).toBe('form_code_incorrect')
    const completed = await browser.post(path, { code: generateAppCode(response.secret) })
    expect(completed.response).toMatchObject({ verified: true })
    expect(completed.response.backup_codes).toHaveLength(10)
    expect(JSON.stringify(completed.json)).not.toContain(response.secret)
    expect((await browser.get('/me')).response).toMatchObject({
      two_factor_enabled: true,
      totp_enabled: true,
      backup_code_enabled: true,
    })
    expect(decodeClaims(await browser.fetchToken()).fva).toEqual([0, 0])
    expect((await browser.post('/me/totp')).error?.code).toBe('totp_already_enabled')
  })

  it('can be removed', async () => {
    const { browser, address } = await register(clerk)
    await enrollApp(browser)
    expect((await browser.delete('/me/totp')).response.deleted).toBe(true)
    await signIn(clerk, address)
  })
})

describe('account deletion', () => {
  it('ends all sessions and frees the address', async () => {
    const { browser, address, userId } = await register(clerk)
    const otherBrowser = await signIn(clerk, address)
    const { response, json } = await browser.delete('/me')
    expect(response).toEqual({ object: 'user', id: userId, deleted: true })
    expect(json.client.sessions).toEqual([])
    expect(browser.cookies.get('__client_uat')).toBe('0')
    expect((await otherBrowser.get('/me')).status).toBe(401)
    expect((await otherBrowser.get('/client')).response.sessions).toEqual([])
    await expect(clerk.backend.users.getUser(userId)).rejects.toMatchObject({ status: 404 })
    await register(clerk, address)
  })
})

const SENSITIVE_ACTIONS: [what: string, act: (browser: Browser, me: Json) => ReturnType<Browser['post']>][] = [
  ['adding an address', (browser) => browser.post('/me/email_addresses', { email_address: createAddress() })],
  ['another primary address', (browser) => browser.patch('/me', { primary_email_address_id: 'idn_other' })],
  ['changing the password', (browser) => browser.post('/me/change_password', { new_password: PASSWORD })],
  ['setting up an authenticator app', (browser) => browser.post('/me/totp')],
  ['backup codes', (browser) => browser.post('/me/backup_codes/')],
  ['signing out elsewhere', (browser) => browser.post('/me/sessions/sess_other/revoke')],
  ['deleting the account', (browser) => browser.delete('/me')],
]

describe('sensitive change', () => {
  it.each(SENSITIVE_ACTIONS)('requires a fresh factor: %s', async (_, act) => {
    const { browser } = await register(clerk)
    const { response: me } = await browser.get('/me')
    await clerk.advance(9)
    expect((await act(browser, me)).error?.code).not.toBe(REVERIFICATION_ERROR.code)
    const otherUser = await register(clerk)
    await clerk.advance(10)
    const { status, error, json } = await act(otherUser.browser, me)
    expect(status).toBe(403)
    expect(error).toMatchObject(REVERIFICATION_ERROR)
    expect(json.clerk_error.metadata.reverification).toEqual({ level: 'first_factor', afterMinutes: 10 })
  })
})

it('users with a second factor must reverify that factor', async () => {
  const { browser } = await register(clerk)
  await enrollApp(browser)
  await clerk.advance(15)
  const { first } = await reverify(browser, 'first_factor')
  await first(PASSWORD_FACTOR)
  expect(decodeClaims(await browser.fetchToken()).fva).toEqual([0, 15])
  const { error, json } = await browser.post('/me/backup_codes')
  expect(error).toMatchObject(REVERIFICATION_ERROR)
  expect(json.clerk_error.metadata.reverification.level).toBe('second_factor')
})

async function reverify(browser: Browser, level: string) {
  const path = `/client/sessions/${await browser.fetchSessionId()}/verify`
  const { response } = await browser.post(path, { level })
  const attemptFirstFactor = (fields: Record<string, string>) => browser.post(`${path}/attempt_first_factor`, fields)
  const attemptSecondFactor = (code: string) =>
    browser.post(`${path}/attempt_second_factor`, { strategy: 'totp', code })
  return { path, response, first: attemptFirstFactor, second: attemptSecondFactor }
}

describe('reverification', () => {
  it.each(['first_factor', 'second_factor', 'multi_factor'])(
    'requires only the first factor if no second one is enrolled (%s)',
    async (level) => {
      const { browser } = await register(clerk)
      await clerk.advance(15)
      const { response, first, second } = await reverify(browser, level)
      expect(response).toMatchObject({
        object: 'session_verification',
        status: 'needs_first_factor',
        level,
        supported_second_factors: null,
      })
      expect((await second('000000')).status).toBe(400)
      expect((await first({ strategy: 'password', password: 'wrong-password' })).error?.code).toBe(
        'form_password_incorrect',
      )
      expect(decodeClaims(await browser.fetchToken()).fva).toEqual([15, -1])
      const completed = await first(PASSWORD_FACTOR)
      expect(completed.response.status).toBe('complete')
      expect(decodeClaims(completed.response.session.last_active_token.jwt).fva).toEqual([0, -1])
      expect((await browser.post('/me/totp')).status).toBe(200)
    },
  )

  it('accepts an emailed code', async () => {
    const { browser, address } = await register(clerk)
    await clerk.advance(15)
    const { path, response, first } = await reverify(browser, 'first_factor')
    const { email_address_id } = response.supported_first_factors.find(
      (factor: Json) => factor.strategy === 'email_code',
    )
    await browser.post(`${path}/prepare_first_factor`, { strategy: 'email_code', email_address_id })
    expect((await first({ strategy: 'email_code', code: 'wrong!' })).error?.code).toBe('form_code_incorrect')
    const completed = await first({ strategy: 'email_code', code: findLatestCode(clerk, address) })
    expect(completed.response.status).toBe('complete')
  })

  it('fails after five wrong codes', async () => {
    const { browser, address } = await register(clerk)
    const { path, first } = await reverify(browser, 'first_factor')
    await browser.post(`${path}/prepare_first_factor`, { strategy: 'email_code' })
    for (let n = 0; n < 5; n++) await first({ strategy: 'email_code', code: 'wrong!' })
    const { error } = await first({ strategy: 'email_code', code: findLatestCode(clerk, address) })
    expect(error?.code).toBe('verification_failed')
  })

  it('of the second factor refreshes only that factor', async () => {
    const { browser } = await register(clerk)
    const secret = await enrollApp(browser)
    await clerk.advance(15)
    const { response, first, second } = await reverify(browser, 'second_factor')
    expect(response).toMatchObject({
      status: 'needs_second_factor',
      supported_second_factors: [{ strategy: 'totp' }, { strategy: 'backup_code' }],
    })
    expect((await first(PASSWORD_FACTOR)).status).toBe(400)
    expect((await second(generateAppCode(secret))).response.status).toBe('complete')
    expect(decodeClaims(await browser.fetchToken()).fva).toEqual([15, 0])
  })

  it('of both factors requires the first, then the second', async () => {
    const { browser } = await register(clerk)
    const secret = await enrollApp(browser)
    await clerk.advance(15)
    const { first, second } = await reverify(browser, 'multi_factor')
    expect((await second(generateAppCode(secret))).status).toBe(400)
    expect((await first(PASSWORD_FACTOR)).response.status).toBe('needs_second_factor')
    expect((await second(generateAppCode(secret))).response.status).toBe('complete')
    expect(decodeClaims(await browser.fetchToken()).fva).toEqual([0, 0])
  })

  it('counts towards the lockout', async () => {
    const { browser } = await register(clerk)
    const { first } = await reverify(browser, 'first_factor')
    const attempt = () => first({ strategy: 'password', password: 'wrong-password' })
    for (let n = 0; n < 9; n++) await attempt()
    expect((await attempt()).error?.code).toBe('user_locked')
    expect((await first(PASSWORD_FACTOR)).error?.code).toBe('user_locked')
  })

  it("is limited to the user's own session", async () => {
    const [firstUser, secondUser] = [await register(clerk), await register(clerk)]
    const { path } = await reverify(firstUser.browser, 'first_factor')
    expect((await secondUser.browser.post(`${path}/attempt_first_factor`, PASSWORD_FACTOR)).status).toBe(401)
    expect((await firstUser.browser.post(path, { level: 'everything' })).status).toBe(422)
  })
})
