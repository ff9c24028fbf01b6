import type { ContactEnv } from '../env/env.ts'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { runClientSpan } from '../telemetry/spans.ts'

export type Mail = Pick<SendMailOptions, 'from' | 'to' | 'replyTo' | 'subject' | 'date' | 'headers'> & {
  text: string
  html: string
  /** Message id, which is constant across attempts, so that receivers can detect duplicates. */
  messageId: string
}

export type SendMail = (mail: Mail) => Promise<void>

const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Sends emails by SMTP. Each email opens a new connection, because the server may have restarted. */
export function createSmtpSender(url: string, timeouts: Partial<typeof TIMEOUTS_MS> = {}): SendMail {
  const query = new URLSearchParams(new URL(url).search)
  for (const [name, value] of Object.entries({ ...TIMEOUTS_MS, ...timeouts })) query.set(name, String(value))
  const transport = nodemailer.createTransport(Object.assign(new URL(url), { search: query.toString() }).href)
  return async (mail) => {
    await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  }
}

export type MailTransport = { from: string; send: SendMail }

export function createMailTransport({ from, smtpUrl }: NonNullable<ContactEnv['mail']>): MailTransport {
  const send = createSmtpSender(smtpUrl)
  return { from, send: (mail) => runClientSpan('send mail', { 'peer.service': 'smtp' }, () => send(mail)) }
}
