import { mkdir, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ContactEnv } from '../env.ts'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { inClientSpan } from '../telemetry/spans.ts'

export type Mail = Pick<SendMailOptions, 'from' | 'to' | 'replyTo' | 'subject' | 'text' | 'date' | 'headers'> & {
  /** The same at each attempt, so that a mail which did arrive is known when it comes again. */
  messageId: string
}

/** Resolves when the mail server, or the disk, has taken the mail. */
export type SendMail = (mail: Mail) => Promise<void>

/** Milliseconds for connecting, for the greeting, and for each answer. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Sends by a mail server, with a new connection each time: it may have been restarted since the last mail. */
export function smtpMail(url: string, timeouts: Partial<typeof TIMEOUTS> = {}): SendMail {
  const query = new URLSearchParams(new URL(url).search)
  for (const [name, value] of Object.entries({ ...TIMEOUTS, ...timeouts })) query.set(name, String(value))
  const transport = nodemailer.createTransport(Object.assign(new URL(url), { search: query.toString() }).href)
  return async (mail) => {
    await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  }
}

/** Writes mails to a folder as .eml files, which mail programs open. A mail that is sent again replaces its file. */
export function outboxMail(folder: string): SendMail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
    const name = mail.messageId.replaceAll(/[^\w.@-]/g, '').replace(/@.*/, '')
    const file = resolve(folder, `${name}.eml`)
    await mkdir(folder, { recursive: true })
    await writeFile(`${file}.part`, message as Buffer)
    await rename(`${file}.part`, file)
  }
}

/** How mail leaves the site, as far as it is configured. */
export type MailWay = { from: string; send: SendMail }

/** Opens the configured way of mail: a mail server, or a folder. */
export function openMail({ from, smtpUrl, outbox }: NonNullable<ContactEnv['mail']>): MailWay {
  const [way, send] = smtpUrl ? ['smtp', smtpMail(smtpUrl)] : ['outbox', outboxMail(outbox ?? '')]
  return { from, send: (mail) => inClientSpan('send mail', { 'peer.service': way }, () => send(mail)) }
}
