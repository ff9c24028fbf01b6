import { describe, expect, it, vi } from 'vitest'
import { startMail } from '../../../mail/index.ts'
import type { MessageRecord } from '../../../mail/index.ts'
import { findFreePort } from '../../../local-server/tests/servers.ts'
import { createAddress, findLatestCode, register, startSignIn, startTestClerk, whenDone } from './fixtures.ts'
import { fetchBackend, signInAs, startSampleClerk } from './organization-fixtures.ts'

async function startInbox(smtpPort = 0) {
  const mail = await startMail({ port: 0, smtpPort })
  whenDone(() => mail.close())
  return mail
}

async function waitForMessage(inboxUrl: string, to: string): Promise<MessageRecord> {
  const list = async () => {
    const response = await fetch(`${inboxUrl}/api/messages?${new URLSearchParams({ to })}`)
    return ((await response.json()) as { messages: MessageRecord[] }).messages
  }
  await expect.poll(list).toHaveLength(1)
  return (await list())[0]!
}

const requestCode = async (clerk: Awaited<ReturnType<typeof startTestClerk>>, address: string) => {
  const { browser, path, response } = await startSignIn(clerk, address)
  const factor = response.supported_first_factors.find(
    ({ strategy }: { strategy: string }) => strategy === 'email_code',
  )
  const fields = { strategy: 'email_code', email_address_id: factor.email_address_id }
  const { status } = await browser.post(`${path}/prepare_first_factor`, fields)
  expect(status).toBe(200)
}

describe('emails', () => {
  it('arrive by SMTP with a code in the text and the HTML part', async () => {
    const inbox = await startInbox()
    const clerk = await startTestClerk({ smtpUrl: inbox.smtpUrl })
    const { address } = await register(clerk)
    const code = findLatestCode(clerk, address)
    const message = await waitForMessage(inbox.url, address)
    expect(message.subject).toBe(`${code} is your Example code`)
    expect(message.from).toMatch(/^"?Example accounts \(local Clerk\)"? <accounts@/)
    expect(message.text).toContain(`Your code: ${code}`)
    expect(message.html).toContain(`>${code}</p>`)
  })

  it('contain the invitation link in both parts, with escaped names', async () => {
    const inbox = await startInbox()
    const clerk = await startSampleClerk({ smtpUrl: inbox.smtpUrl })
    const { browser, organizationId } = await signInAs(clerk, 'owner@example.test')
    await browser.post(`/organizations/${organizationId}?_method=PATCH`, { name: '<b>Bold</b> & Co' })
    const address = createAddress()
    const fields = { email_address: address, role: 'org:member' }
    expect((await browser.post(`/organizations/${organizationId}/invitations`, fields)).status).toBe(200)
    const { text, html, subject } = await waitForMessage(inbox.url, address)
    expect(subject).toContain('Join <b>Bold</b> & Co on')
    const [link = ''] = /http\S+\/tickets\/accept\?ticket=\w+/.exec(text) ?? []
    expect(link).not.toBe('')
    expect(html).toContain(`href="${link}"`)
    expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; Co')
    expect(html).not.toContain('<b>Bold')
  })

  it('are sent later if the mail server is down, without failing or delaying the sign-in', async () => {
    const smtpPort = await findFreePort()
    const clerk = await startTestClerk({ smtpUrl: `smtp://127.0.0.1:${smtpPort}` })
    const { id } = await clerk.backend.users.createUser({
      emailAddress: ['away@example.com'],
      password: 'a-long-password',
    })
    expect(id).toMatch(/^user_/)
    const errorOutput = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await requestCode(clerk, 'away@example.com')
    await expect.poll(() => errorOutput.mock.calls.join('\n')).toContain('clerk: email not sent')
    expect(errorOutput.mock.calls.join('\n')).not.toContain('away@example.com')
    errorOutput.mockRestore()
    const inbox = await startInbox(smtpPort)
    const message = await waitForMessage(inbox.url, 'away@example.com')
    expect(message.text).toContain(findLatestCode(clerk, 'away@example.com'))
  })

  it('are listed for holders of the secret key, newest first', async () => {
    const clerk = await startTestClerk()
    const { address } = await register(clerk)
    await requestCode(clerk, address)
    const response = await fetchBackend(clerk, `/local/emails?to=${encodeURIComponent(address)}`)
    expect(await response.json()).toMatchObject({
      total_count: 2,
      data: [{ to: address, text: expect.stringContaining(findLatestCode(clerk, address)) }, { to: address }],
    })
    expect((await fetch(`${clerk.backendUrl}/v1/local/emails`)).status).toBe(401)
  })

  it.each(['127.0.0.1:25', 'http://127.0.0.1'])('cannot be sent to the SMTP URL %s', async (smtpUrl) => {
    await expect(startTestClerk({ smtpUrl })).rejects.toThrow('The SMTP URL must be smtp:// or smtps://')
  })
})
