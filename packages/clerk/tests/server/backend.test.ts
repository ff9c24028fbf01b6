import { describe, expect, it } from 'vitest'
import {
  Browser,
  createBackend,
  enrollApp,
  createAddress,
  PASSWORD,
  register,
  signIn,
  SITE,
  startTestClerk,
} from './fixtures.ts'

const clerk = await startTestClerk()
const { users, sessions, signInTokens } = clerk.backend

describe('users', () => {
  it('are created with verified addresses and can sign in', async () => {
    const [first, second] = [createAddress(), createAddress()]
    const user = await users.createUser({
      emailAddress: [first.toUpperCase(), second],
      password: PASSWORD,
      firstName: 'Grace',
      lastName: 'Hopper',
      externalId: `ext-${first}`,
      publicMetadata: { team: 'north' },
      privateMetadata: { note: 'n' },
    })
    expect(user).toMatchObject({
      firstName: 'Grace',
      publicMetadata: { team: 'north' },
      privateMetadata: { note: 'n' },
    })
    expect(user.primaryEmailAddress?.emailAddress).toBe(first)
    expect(user.emailAddresses.map(({ verification }) => verification?.status)).toEqual(['verified', 'verified'])
    await signIn(clerk, second)

    const duplicateEmail = users.createUser({ emailAddress: [second], password: PASSWORD })
    await expect(duplicateEmail).rejects.toMatchObject({ status: 422, errors: [{ code: 'form_identifier_exists' }] })
    const duplicateExternalId = users.createUser({
      emailAddress: [createAddress()],
      password: PASSWORD,
      externalId: `ext-${first}`,
    })
    await expect(duplicateExternalId).rejects.toMatchObject({ status: 422 })
    const shortPassword = users.createUser({ emailAddress: [createAddress()], password: 'short' })
    await expect(shortPassword).rejects.toMatchObject({ errors: [{ code: 'form_password_length_too_short' }] })
  })

  it('are found by address, id and query, newest first', async () => {
    const [firstUser, secondUser] = [await register(clerk), await register(clerk)]
    const listIds = async (params: Parameters<typeof users.getUserList>[0]) =>
      (await users.getUserList(params)).data.map(({ id }) => id)
    expect(await listIds({ emailAddress: [firstUser.address] })).toEqual([firstUser.userId])
    expect(await listIds({ emailAddress: [firstUser.address, secondUser.address] })).toEqual([
      secondUser.userId,
      firstUser.userId,
    ])
    expect(await listIds({ userId: [secondUser.userId] })).toEqual([secondUser.userId])
    expect(await listIds({ query: firstUser.address.slice(0, -4).toUpperCase() })).toEqual([firstUser.userId])
    expect(await listIds({ emailAddress: [firstUser.address], userId: [secondUser.userId] })).toEqual([])
    expect(await listIds({ username: ['one'] })).toEqual([])
    expect(await listIds({ limit: 1 })).toEqual([secondUser.userId])
    expect(await listIds({ limit: 1, offset: 1 })).toEqual([firstUser.userId])
    expect((await users.getUserList({ limit: 1 })).totalCount).toBe(await users.getCount())
    expect(await users.getCount({ emailAddress: [firstUser.address] })).toBe(1)
  })

  it('can be updated and deleted', async () => {
    const { browser, address, userId } = await register(clerk)
    const updatedUser = await users.updateUser(userId, { firstName: 'Ada', password: 'another-password' })
    expect(updatedUser.firstName).toBe('Ada')
    expect(updatedUser.lastName).toBeNull()
    await signIn(clerk, address, 'another-password')
    expect(await users.verifyPassword({ userId, password: 'another-password' })).toMatchObject({ verified: true })
    await expect(users.verifyPassword({ userId, password: PASSWORD })).rejects.toMatchObject({ status: 422 })
    await users.deleteUser(userId)
    expect((await browser.get('/me')).status).toBe(401)
    await expect(users.updateUser(userId, { firstName: 'x' })).rejects.toMatchObject({ status: 404 })
  })

  it('lose their second factor after disableUserMFA', async () => {
    const { browser, address, userId } = await register(clerk)
    await enrollApp(browser)
    expect((await users.getUser(userId)).twoFactorEnabled).toBe(true)
    await users.disableUserMFA(userId)
    await signIn(clerk, address)
  })
})

describe('sessions', () => {
  it('are listed by user, newest first, and by status', async () => {
    const { browser, address, userId } = await register(clerk)
    const [first, second] = [await browser.fetchSessionId(), await (await signIn(clerk, address)).fetchSessionId()]
    const list = await sessions.getSessionList({ userId })
    expect(list).toMatchObject({ totalCount: 2, data: [{ id: second }, { id: first, userId, status: 'active' }] })
    await sessions.revokeSession(second)
    const active = await sessions.getSessionList({ userId, status: 'active' })
    expect(active.data.map(({ id }) => id)).toEqual([first])
    await expect(sessions.getSessionList({})).rejects.toMatchObject({ status: 422 })
  })
})

describe('sign-in tokens', () => {
  it('can be revoked', async () => {
    const { userId } = await register(clerk)
    const { id, token, url } = await signInTokens.createSignInToken({ userId, expiresInSeconds: 60 })
    expect(url).toBe(`${SITE}/login?__clerk_ticket=${token}`)
    await signInTokens.revokeSignInToken(id)
    const { error } = await new Browser(clerk).post('/client/sign_ins', { strategy: 'ticket', ticket: token })
    expect(error?.code).toBe('ticket_invalid_code')
    await expect(signInTokens.revokeSignInToken(id)).rejects.toMatchObject({ status: 400 })
    await expect(signInTokens.createSignInToken({ userId: 'user_nobody', expiresInSeconds: 60 })).rejects.toMatchObject(
      { status: 422 },
    )
  })
})

describe('Backend API', () => {
  it('requires the secret key', async () => {
    const otherBackend = createBackend(clerk, 'sk_test_other')
    await expect(otherBackend.users.getUserList()).rejects.toMatchObject({ status: 401 })
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic sk_test_local_only']) {
      const response = await fetch(`${clerk.backendUrl}/v1/users`, { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ errors: [{ code: 'clerk_key_invalid' }] })
    }
  })

  it('returns 501 for unsupported endpoints', async () => {
    const rejection = { status: 501, errors: [{ code: 'not_supported_locally' }] }
    await expect(clerk.backend.jwtTemplates.list()).rejects.toMatchObject(rejection)
    const expectedError = { errors: [{ longMessage: expect.stringContaining('GET /v1/domains') }] }
    await expect(clerk.backend.domains.list()).rejects.toMatchObject(expectedError)
  })
})
