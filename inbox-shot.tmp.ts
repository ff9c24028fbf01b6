import { chromium } from '@playwright/test'
import nodemailer from 'nodemailer'
import { startMail } from './packages/mail/index.ts'
import { buildCodeMail, buildInvitationMail } from './packages/clerk/model/mails.ts'
const mail = await startMail({ port: 0, smtpPort: 0 })
const t = nodemailer.createTransport(mail.smtpUrl)
const from = 'Ductwise accounts (local Clerk) <accounts@ductwise.test>'
await t.sendMail({ from: 'office@ductwise.test', to: 'office@ductwise.test', subject: 'Message from Ada Byron, Byron Heating', text: 'Company: Byron Heating\nEmail: ada@example.com\n\nWho answers at night? http://localhost:3000/contact' })
await t.sendMail({ from, to: 'sam@ductwise.test', ...buildCodeMail('482913', 'Ductwise') })
await t.sendMail({ from: 'office@ductwise.test', to: 'reader@ductwise.test', subject: 'Confirm your subscription to the Ductwise newsletter', text: 'Open this link:\nhttp://localhost:3000/newsletter/confirm?token=abcabcabcabcabcabcabcabcabcabcabcabc' })
await t.sendMail({ from, to: 'robin@ductwise.test', ...buildInvitationMail({ applicationName: 'Ductwise', inviter: 'Sam Owner', organization: 'Sample Heating & Air', role: 'Dispatcher', link: 'http://localhost:3000/__clerk/v1/tickets/accept?ticket=abc', expiryDate: '2026-12-31' }) })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] })
for (const colorScheme of ['light', 'dark'] as const)
  for (const [name, width] of [['desktop', 1440], ['phone', 390]] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
    for (const [label, path] of [['list', '/'], ['html', '/messages/4'], ['text', '/messages/3'], ['code', '/messages/2']] as const) {
      await page.goto(mail.url + path)
      await page.screenshot({ path: `/tmp/inbox-shots/${label}-${name}-${colorScheme}.png` })
    }
  }
await browser.close()
await mail.close()
