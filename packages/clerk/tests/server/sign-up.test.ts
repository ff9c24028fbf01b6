import { describe, expect, it } from 'vitest'
import { Browser, findLatestCode, createAddress, PASSWORD, register, startTestClerk } from './fixtures.ts'

const clerk = await startTestClerk()

async function beginSignUp(address = createAddress(), password = PASSWORD) {
  const browser = new Browser(clerk)
  const { response } = await browser.post('/client/sign_ups', { email_address: address, password })
  const path = `/client/sign_ups/${response.id}`
  const attempt = (code: string) => browser.post(`${path}/attempt_verification`, { strategy: 'email_code', code })
  const prepare = () => browser.post(`${path}/prepare_verification`, { strategy: 'email_code' })
  return { address, browser, path, response, attempt, prepare }
}

const toWrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('sign-up', () => {
  it('requires an emailed code and then signs in', async () => {
    const { address, browser, response, attempt, prepare } = await beginSignUp()
    expect(response).toMatchObject({
      status: 'missing_requirements',
      missing_fields: [],
      unverified_fields: ['email_address'],
    })
    // Any other value makes clerk-js assume that the code was already sent.
    expect(response.verifications.email_address).toMatchObject({ status: null, strategy: null })
    expect(clerk.listEmails(address)).toHaveLength(0)

    const prepared = await prepare()
    expect(prepared.response.verifications.email_address).toMatchObject({
      status: 'unverified',
      next_action: 'needs_attempt',
    })
    const completed = await attempt(findLatestCode(clerk, address))
    expect(completed.response).toMatchObject({
      status: 'complete',
      created_user_id: expect.stringMatching(/^user_\w{27}$/),
    })
    expect(completed.json.client.sessions).toMatchObject([
      { id: completed.response.created_session_id, status: 'active' },
    ])

    const user = await clerk.backend.users.getUser(completed.response.created_user_id)
    expect(user.primaryEmailAddress?.emailAddress).toBe(address)
    expect(user.primaryEmailAddress?.verification?.status).toBe('verified')
    expect((await browser.get('/me')).response.id).toBe(user.id)
  })

  it('sets the client cookie with HttpOnly, and with Secure on HTTPS', async () => {
    const browser = new Browser(clerk)
    const { headers } = await browser.post('/client/sign_ups', {})
    const client = headers.getSetCookie().find((line) => line.startsWith('__client='))
    expect(client).toMatch(/; Path=\/;.*HttpOnly/)
    expect(client).toContain('SameSite=Lax')
    expect(client).not.toContain('Secure')
    const httpsClerk = await startTestClerk({ siteUrl: 'https://www.example.com' })
    const response = await fetch(`${httpsClerk.frontendUrl}/v1/client/sign_ups`, { method: 'POST' })
    expect(response.headers.getSetCookie().join()).toMatch(/__client=.*Secure/)
  })

  it('rotates the client secret on completion', async () => {
    const { address, browser, attempt, prepare } = await beginSignUp()
    await prepare()
    const previousCookie = browser.cookies.get('__client')
    await attempt(findLatestCode(clerk, address))
    expect(browser.cookies.get('__client')).not.toBe(previousCookie)
    const plantedBrowser = new Browser(clerk)
    plantedBrowser.cookies.set('__client', previousCookie!)
    expect((await plantedBrowser.get('/client')).response).toBeNull()
  })

  it.each([
    ['no address', { email_address: '' }, 'form_param_missing'],
    ['an incomplete address', { email_address: 'someone@' }, 'form_param_format_invalid'],
    ['a line break in an address', { email_address: 'a@example.com\nBcc: b@example.com' }, 'form_param_format_invalid'],
    ['a short password', { password: '1234567' }, 'form_password_length_too_short'],
    ['a long password', { password: 'x'.repeat(73) }, 'form_password_length_too_long'],
    ['metadata that is not an object', { unsafe_metadata: '[1]' }, 'form_param_format_invalid'],
    ['an unknown ticket', { ticket: 'nothing' }, 'ticket_invalid_code'],
  ])('rejects %s', async (_, fields, code) => {
    const { error, status } = await new Browser(clerk).post('/client/sign_ups', fields as never)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(error).toMatchObject({ code })
  })

  it('rejects a taken address, ignoring case', async () => {
    const { address } = await register(clerk)
    const { error } = await new Browser(clerk).post('/client/sign_ups', { email_address: address.toUpperCase() })
    expect(error).toMatchObject({ code: 'form_identifier_exists', meta: { param_name: 'email_address' } })
  })

  it('assigns an address to the first user who verifies it', async () => {
    const address = createAddress()
    const [first, second] = [await beginSignUp(address), await beginSignUp(address)]
    await first.prepare()
    const code = findLatestCode(clerk, address)
    await second.prepare()
    const secondCode = findLatestCode(clerk, address)
    expect((await first.attempt(code)).response.status).toBe('complete')
    expect((await second.attempt(secondCode)).error?.code).toBe('form_identifier_exists')
  })

  it('requires a new code after the address changes', async () => {
    const { address, browser, path, attempt, prepare } = await beginSignUp()
    await prepare()
    const otherAddress = createAddress()
    const updated = await browser.patch(path, { email_address: otherAddress })
    expect(updated.response).toMatchObject({ email_address: otherAddress, unverified_fields: ['email_address'] })
    expect((await attempt(findLatestCode(clerk, address))).error?.code).toBe('verification_missing')
  })

  it('is not accessible from another browser', async () => {
    const { path } = await beginSignUp()
    const otherBrowser = new Browser(clerk)
    await otherBrowser.post('/client?_method=PUT')
    expect((await otherBrowser.get(path)).status).toBe(404)
    expect((await otherBrowser.patch(path, { password: 'another-password' })).status).toBe(404)
  })
})

describe('email code', () => {
  it('works once', async () => {
    const { address, attempt, prepare } = await beginSignUp()
    await prepare()
    const code = findLatestCode(clerk, address)
    await attempt(code)
    expect((await attempt(code)).status).toBe(404)
  })

  it('fails after five wrong attempts', async () => {
    const { address, attempt, prepare } = await beginSignUp()
    await prepare()
    const code = findLatestCode(clerk, address)
    for (let n = 0; n < 5; n++) expect((await attempt(toWrongCode(code))).error?.code).toBe('form_code_incorrect')
    expect((await attempt(code)).error?.code).toBe('verification_failed')
    await prepare()
    expect((await attempt(findLatestCode(clerk, address))).response.status).toBe('complete')
  })

  it('expires after ten minutes', async () => {
    const lateSignUp = await beginSignUp()
    await lateSignUp.prepare()
    const code = findLatestCode(clerk, lateSignUp.address)
    await clerk.advance(10)
    const { error, status } = await lateSignUp.attempt(code)
    expect(error?.code).toBe('verification_expired')
    expect(status).toBe(400)
    expect((await lateSignUp.browser.get('/client')).response.sign_up.verifications.email_address.status).toBe(
      'expired',
    )

    const timelySignUp = await beginSignUp()
    await timelySignUp.prepare()
    await clerk.advance(9)
    expect((await timelySignUp.attempt(findLatestCode(clerk, timelySignUp.address))).response.status).toBe('complete')
  })

  it('is sent at most twenty times in ten minutes', async () => {
    const { prepare } = await beginSignUp()
    for (let n = 0; n < 20; n++) expect((await prepare()).status).toBe(200)
    const rejected = await prepare()
    expect(rejected.status).toBe(429)
    expect(rejected.error?.code).toBe('too_many_requests')
    await clerk.advance(10)
    expect((await prepare()).status).toBe(200)
  })
})
