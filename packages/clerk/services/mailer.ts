import { setTimeout as wait } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import { createReporter } from '../../local-server/index.ts'
import { MAX_RECORDS } from './limits.ts'

type Email = { to: string; subject: string; text: string; html: string }

export type SentEmail = Email & { from: string; date: Date }

export type Mailer = ReturnType<typeof openMailer>

type MailerOptions = {
  /** SMTP server. Without it, emails are only listed. */
  smtpUrl: string | undefined
  from: { name: string; address: string }
  now: () => number
  retryDelaysMs?: readonly number[]
}

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000]

const TIMEOUTS_MS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

const report = createReporter('clerk')

export function openMailer({ smtpUrl, from, now, retryDelaysMs = RETRY_DELAYS_MS }: MailerOptions) {
  const transport = smtpUrl === undefined ? undefined : nodemailer.createTransport({ url: smtpUrl, ...TIMEOUTS_MS })
  const emails: SentEmail[] = []
  const abortController = new AbortController()

  async function deliver(email: SentEmail): Promise<void> {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await wait(delayMs, undefined, { signal: abortController.signal, ref: false })
      try {
        await transport?.sendMail({
          ...email,
          from,
          to: { name: '', address: email.to },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return
      } catch (error) {
        // The code only: the message of the error can contain the address.
        report((error as NodeJS.ErrnoException).code, 'email not sent')
      }
    }
  }

  return {
    /** Sends an email in the background, so that an unavailable mail server neither delays nor fails a request. */
    send(email: Email): void {
      const sentEmail = { ...email, from: `${from.name} <${from.address}>`, date: new Date(now()) }
      emails.push(sentEmail)
      if (emails.length > MAX_RECORDS.mails) emails.shift()
      if (!transport) return
      deliver(sentEmail).catch((error: unknown) => {
        if (!abortController.signal.aborted) report(error)
      })
    },
    /** Returns the latest emails since the start, oldest first. They are in memory only, because they contain codes. */
    list: (to?: string): SentEmail[] => emails.filter((email) => to === undefined || email.to === to),
    close: (): void => abortController.abort(),
  }
}
