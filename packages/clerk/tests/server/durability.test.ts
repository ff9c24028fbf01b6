import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { verifyToken } from '@clerk/backend'
import { describe, expect, it } from 'vitest'
import { startClerk } from '../../server.ts'
import {
  createBackend,
  Browser,
  PASSWORD,
  PUBLISHABLE_KEY,
  register,
  SECRET_KEY,
  signIn,
  SITE,
  startProcess,
  temporaryFolder,
  startTestClerk,
} from './fixtures.ts'

describe('server', () => {
  it('keeps every acknowledged change after kill -9', async () => {
    const dataDir = temporaryFolder()
    const first = await startProcess(dataDir)
    const acknowledged: string[] = []
    const { users } = createBackend(first)
    const createUsers = async (name: string): Promise<void> => {
      for (let n = 0; ; n++) {
        const address = `${name}-${n}@example.com`
        // The server was killed before it acknowledged this request.
        const created = await users.createUser({ emailAddress: [address], password: PASSWORD }).catch(() => undefined)
        if (!created) return
        acknowledged.push(address)
      }
    }
    const writers = Promise.all(['a', 'b', 'c'].map(createUsers))
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(5)
    const browser = await signIn(first, acknowledged[0]!)
    const token = await browser.fetchToken()
    await first.kill('SIGKILL')
    await writers

    const second = await startProcess(dataDir)
    const userList = await createBackend(second).users.getUserList({ emailAddress: acknowledged, limit: 500 })
    const addresses = userList.data.map((user) => user.primaryEmailAddress?.emailAddress)
    expect(addresses.toSorted()).toEqual(acknowledged.toSorted())

    const newBrowser = new Browser(second)
    for (const [name, value] of browser.cookies) newBrowser.cookies.set(name, value)
    expect((await newBrowser.get('/me')).response.email_addresses[0].email_address).toBe(acknowledged[0])
    const jwtKey = readFileSync(join(dataDir, 'jwt.pub.pem'), 'utf8')
    await expect(verifyToken(token, { jwtKey })).resolves.toBeDefined()
    expect(await second.kill('SIGTERM')).toBe(0)
    expect(second.output).toEqual([expect.stringMatching(/^clerk listening on 127\.0\.0\.1:\d+$/)])
  })

  it('locks its data folder against a second server', async () => {
    const dataDir = temporaryFolder()
    const clerk = await startTestClerk({ dataDir })
    const options = {
      port: 0,
      dataDir,
      siteUrl: SITE,
      publishableKey: PUBLISHABLE_KEY,
      secretKey: SECRET_KEY,
    }
    await expect(startClerk(options)).rejects.toThrow('another server uses the folder')
    await clerk.close()
    await (await startClerk(options)).close()
  })

  it.each([
    ['publishableKey', 'pk_live_'],
    ['publishableKey', `pk_live_${btoa('localhost$')}`],
    ['publishableKey', `pk_live_${btoa('clerk.stand-in.localhost')}`],
    ['publishableKey', `pk_other_${btoa('clerk.stand-in.localhost$')}`],
    ['secretKey', ''],
    ['siteUrl', 'localhost'],
  ])('does not start with an invalid %s %j', async (name, value) => {
    await expect(startTestClerk({ [name]: value })).rejects.toThrow()
  })

  it('stores no plaintext secrets on disk', async () => {
    const dataDir = temporaryFolder()
    const clerk = await startTestClerk({ dataDir })
    const { browser } = await register(clerk)
    const secrets = [PASSWORD, browser.cookies.get('__client')!.split('.')[1]!]
    await clerk.close()
    for (const name of readdirSync(dataDir).filter((name) => /sqlite/.test(name))) {
      const content = readFileSync(join(dataDir, name), 'latin1')
      expect(content.length).toBeGreaterThan(0)
      for (const secret of secrets) expect(content).not.toContain(secret)
    }
    for (const name of ['jwt.pem', 'secret.key']) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
  })
})
