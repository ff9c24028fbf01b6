import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailContent } from '../../lib/platform/mail/content.ts'
import { sendMail } from '../../lib/platform/mail/send.ts'
import { createSmtpSender } from '../../lib/platform/mail/transport.ts'
import { findFreePort, type Mailbox, startMailServer } from './contact-fixtures.ts'

const INJECTION = 'Eve\r\nBcc: evil@evil.example\r\n\r\n<script>x()</script>'

const buildContent = (text: string): MailContent => ({
  subject: text,
  preheader: text,
  title: text,
  paragraphs: [text],
  footer: { reason: 'Reason.' },
})

describe('sent email', () => {
  let mailbox: Mailbox
  beforeEach(async () => {
    mailbox = await startMailServer(await findFreePort())
  })
  afterEach(() => mailbox.close())

  async function send(text: string, brand = 'Ductwise'): Promise<string> {
    const sender = {
      from: 'site@example.com',
      send: createSmtpSender(mailbox.url),
      siteUrl: 'https://www.example.com',
      getBrand: async () => brand,
    }
    await sendMail(sender, buildContent(text), {
      id: 'job',
      to: 'office@example.com',
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return mailbox.mails[0] ?? ''
  }
  const readHeaders = (mail: string) => (mail.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')

  it('names the site as its sender, and has a text part before an HTML part', async () => {
    const mail = await send('Hello')
    expect(readHeaders(mail)).toEqual(
      expect.arrayContaining([
        'From: Ductwise <site@example.com>',
        'To: office@example.com',
        'Subject: Hello',
        'Message-ID: <job@www.example.com>',
        'Auto-Submitted: auto-generated',
        expect.stringMatching(/^Content-Type: multipart\/alternative;/),
      ]),
    )
    expect(mail.match(/(?<=\r\n)Content-Type: [\w/]+/g)).toEqual(
      expect.arrayContaining(['Content-Type: text/plain', 'Content-Type: text/html']),
    )
    expect(mail.indexOf('text/plain')).toBeLessThan(mail.indexOf('text/html'))
  })

  it.each([
    ['subject', INJECTION, 'Ductwise'],
    ['name of the site', 'Hello', INJECTION],
  ])('has no further header or recipient after line breaks in its %s', async (_what, text, brand) => {
    const mail = await send(text, brand)
    const names = readHeaders(mail).map((line) => line.split(':')[0])
    expect(names).not.toContain('Bcc')
    expect(names.toSorted()).toEqual(
      ['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'].toSorted(),
    )
    expect(mail.slice(mail.indexOf('text/html'))).not.toContain('<script')
  })
})
