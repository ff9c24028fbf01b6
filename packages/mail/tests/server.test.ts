import { request } from 'node:http'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUpAfter, findFreePort } from '../../local-server/tests/servers.ts'
import { type Mail, type MailOptions, type MessageRecord, startMail } from '../index.ts'

const { whenDone, temporaryFolder } = cleanUpAfter(afterAll)

async function start(options: Partial<MailOptions> = {}): Promise<Mail> {
  const mail = await startMail({ port: 0, smtpPort: 0, ...options })
  whenDone(() => mail.close())
  return mail
}

const send = ({ smtpUrl }: Mail, email: SendMailOptions) =>
  nodemailer.createTransport(smtpUrl).sendMail({ from: 'Shop <shop@example.com>', to: 'sam@example.com', ...email })

async function list({ url }: Mail, filter: Record<string, string> = {}): Promise<MessageRecord[]> {
  const response = await fetch(`${url}/api/messages?${new URLSearchParams(filter)}`)
  return ((await response.json()) as { messages: MessageRecord[] }).messages
}

const listSubjects = async (mail: Mail, filter?: Record<string, string>) =>
  (await list(mail, filter)).map(({ subject }) => subject)

const readPage = async ({ url }: Mail, path: string) => (await fetch(url + path)).text()

describe('SMTP server', () => {
  it('stores text, HTML, headers, attachments and all recipients', async () => {
    const mail = await start()
    await send(mail, {
      to: 'Sam <Sam@Example.com>',
      bcc: 'hidden@example.com',
      subject: 'Grüße',
      text: 'A long line with = signs '.repeat(10),
      html: '<p>Grüße</p>',
      headers: { 'X-Campaign': 'spring' },
      attachments: [{ filename: 'plan.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }],
    })
    const [message] = await list(mail)
    expect(message).toMatchObject({
      id: 1,
      from: 'Shop <shop@example.com>',
      recipients: ['sam@example.com', 'hidden@example.com'],
      subject: 'Grüße',
      text: `${'A long line with = signs '.repeat(10)}\n`,
      html: '<p>Grüße</p>\n',
      attachments: [{ name: 'plan.pdf', type: 'application/pdf', bytes: 8 }],
    })
    expect(message?.headers).toContainEqual({ name: 'X-Campaign', value: 'spring' })
    expect(Date.now() - Date.parse(message?.receivedAt ?? '')).toBeLessThan(60_000)
    const attachment = await fetch(`${mail.url}/messages/1/attachments/0`)
    expect(attachment.headers.get('content-type')).toBe('application/octet-stream')
    expect(await attachment.text()).toBe('%PDF-1.7')
  })

  it('accepts any user name and password', async () => {
    const mail = await start()
    const smtpUrl = mail.smtpUrl.replace('//', '//someone:any-password@')
    await send({ ...mail, smtpUrl }, { subject: 'With a password' })
    expect(await listSubjects(mail)).toEqual(['With a password'])
  })

  it('stores emails that arrive at the same time once each', async () => {
    const mail = await start()
    const subjects = Array.from({ length: 40 }, (_, index) => `Subject ${index}`)
    await Promise.all(subjects.map((subject) => send(mail, { subject })))
    expect((await listSubjects(mail)).toSorted()).toEqual(subjects.toSorted())
  })

  it('rejects an email that is too large', async () => {
    const mail = await start()
    const attachments = [{ content: Buffer.alloc(11 * 1024 * 1024) }]
    await expect(send(mail, { attachments })).rejects.toMatchObject({ responseCode: 552 })
    expect(await list(mail)).toEqual([])
  })

  it('rejects an email with too many nested parts and keeps running', async () => {
    const mail = await start()
    const raw = Array.from(
      { length: 300 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    ).join('')
    const transport = nodemailer.createTransport(mail.smtpUrl)
    const envelope = { from: 'shop@example.com', to: 'sam@example.com' }
    await expect(transport.sendMail({ envelope, raw })).rejects.toMatchObject({ responseCode: 554 })
    await send(mail, { subject: 'The next one' })
    expect(await listSubjects(mail)).toEqual(['The next one'])
  })
})

describe('storage', () => {
  it('keeps emails after a restart', async () => {
    const dataDir = temporaryFolder()
    const first = await start({ dataDir })
    await send(first, { subject: 'Kept' })
    await first.close()
    expect(await listSubjects(await start({ dataDir }))).toEqual(['Kept'])
  })

  it('is used by one server at a time', async () => {
    const dataDir = temporaryFolder()
    await start({ dataDir })
    await expect(start({ dataDir })).rejects.toThrow('Another server uses')
  })

  it('deletes the oldest emails above the limit', async () => {
    const mail = await start({ maxMessages: 2 })
    for (const subject of ['One', 'Two', 'Three']) await send(mail, { subject })
    expect(await listSubjects(mail)).toEqual(['Three', 'Two'])
  })

  it('never reuses the id of a deleted email', async () => {
    const mail = await start()
    await send(mail, {})
    expect((await fetch(`${mail.url}/api/messages`, { method: 'DELETE' })).status).toBe(204)
    await send(mail, {})
    expect((await list(mail)).map(({ id }) => id)).toEqual([2])
  })
})

describe('API', () => {
  it('filters by exact recipient and by part of a recipient, sender or subject', async () => {
    const mail = await start()
    await send(mail, { to: 'sam@example.com', subject: 'For Sam' })
    await send(mail, { to: 'adam.sam@example.com', subject: '50% off_today' })
    expect(await listSubjects(mail, { to: 'SAM@example.com' })).toEqual(['For Sam'])
    expect(await listSubjects(mail, { search: 'sam@' })).toEqual(['50% off_today', 'For Sam'])
    expect(await listSubjects(mail, { search: 'for sam' })).toEqual(['For Sam'])
    expect(await listSubjects(mail, { search: '% OFF_' })).toEqual(['50% off_today'])
    expect(await listSubjects(mail, { search: 'shop@example.com', to: 'sam@example.com' })).toEqual(['For Sam'])
  })

  it('returns one email, or 404', async () => {
    const mail = await start()
    await send(mail, { subject: 'One' })
    expect(await (await fetch(`${mail.url}/api/messages/1`)).json()).toMatchObject({ id: 1, subject: 'One' })
    expect((await fetch(`${mail.url}/api/messages/2`)).status).toBe(404)
    expect((await fetch(`${mail.url}/messages/2`)).status).toBe(404)
  })

  it('sends an event for each change', async () => {
    const mail = await start()
    const response = await fetch(`${mail.url}/events`)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    await send(mail, {})
    expect((await reader.read()).value).toContain('event: change')
    await reader.cancel()
  })

  it('rejects other host names and requests from other sites', async () => {
    const mail = await start()
    await send(mail, {})
    const headers = { origin: 'https://evil.example' }
    expect((await fetch(`${mail.url}/api/messages`, { method: 'DELETE', headers })).status).toBe(403)
    expect((await fetch(`${mail.url}/delete`, { method: 'POST', headers })).status).toBe(403)
    expect(await list(mail)).toHaveLength(1)
    const response = await fetch(`${mail.url}/api/messages`, { headers })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const status = await new Promise((resolve, reject) => {
      const options = { headers: { host: 'evil.example' } }
      request(`${mail.url}/api/messages`, options, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(421)
  })
})

describe('page', () => {
  it('escapes the text of emails', async () => {
    const mail = await start()
    const markup = '<img src=x onerror=alert(1)>'
    await send(mail, { subject: markup, text: markup, from: { name: markup, address: 'shop@example.com' } })
    for (const path of ['/', '/messages/1', '/messages/1?view=headers', '/messages/1?view=source']) {
      const page = await readPage(mail, path)
      expect(page).toContain('&lt;img src=x')
      expect(page).not.toContain('<img')
    }
  })

  it('shows the HTML part in a sandbox whose links open in a new tab', async () => {
    const mail = await start()
    await send(mail, { text: 'Hello', html: '<!doctype html><html><head><title>x</title></head><p>Hello</p>' })
    expect(await readPage(mail, '/messages/1')).toMatch(
      /<iframe\s+title="HTML part"\s+sandbox="allow-popups allow-popups-to-escape-sandbox"\s+src="\/messages\/1\/html"/,
    )
    const part = await fetch(`${mail.url}/messages/1/html`)
    const policy = part.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/)
    expect(await part.text()).toMatch(/^<!doctype html><html><head><base target="_blank">/)
  })

  it('keeps an HTML part without a head in standards mode', async () => {
    const mail = await start()
    await send(mail, { html: '<!DOCTYPE html>\n<p>Hello</p>' })
    expect(await readPage(mail, '/messages/1/html')).toMatch(/^<!DOCTYPE html><base target="_blank">/)
  })

  it('shows inline images', async () => {
    const mail = await start()
    const attachments = [{ cid: 'logo@example.com', content: Buffer.from('GIF89a'), contentType: 'image/gif' }]
    await send(mail, { html: '<img src="cid:logo@example.com">', attachments })
    expect(await readPage(mail, '/messages/1/html')).toContain(
      `src="data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}"`,
    )
  })

  it('links the URLs of the text part without trailing punctuation', async () => {
    const mail = await start()
    await send(mail, { text: 'Open http://localhost:3000/confirm?token=a-b_c&x=1. Or (https://example.com/).' })
    const page = await readPage(mail, '/messages/1')
    expect(page).toContain('<a href="http://localhost:3000/confirm?token=a-b_c&amp;x=1" target="_blank"')
    expect(page).toContain('<a href="https://example.com/" target="_blank"')
  })

  it('returns the original as a download', async () => {
    const mail = await start()
    await send(mail, { subject: 'Original', text: 'Hello' })
    const response = await fetch(`${mail.url}/messages/1/message.eml`)
    expect(response.headers.get('content-disposition')).toBe('attachment')
    expect(await response.text()).toMatch(/^From: Shop <shop@example\.com>\r\n[\s\S]*Subject: Original\r\n[\s\S]*Hello/)
  })

  it('finds emails and deletes all of them', async () => {
    const mail = await start()
    await send(mail, { to: 'ada@example.com', subject: 'For Ada' })
    await send(mail, { subject: 'For Sam' })
    const page = await readPage(mail, '/?search=ada')
    expect(page).toContain('For Ada')
    expect(page).not.toContain('For Sam')
    expect(await readPage(mail, '/?search=unknown')).toContain('No emails match.')
    const response = await fetch(`${mail.url}/delete`, { method: 'POST', redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(await readPage(mail, '/')).toContain('No emails yet.')
  })
})

it('startMail reports a busy SMTP port and releases the others', async () => {
  const [port, smtpPort] = [await findFreePort(), await findFreePort()]
  await start({ smtpPort })
  await expect(start({ port, smtpPort })).rejects.toThrow(`port ${smtpPort} is in use: choose another with --smtp-port`)
  expect(await list(await start({ port }))).toEqual([])
})
