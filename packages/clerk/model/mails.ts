import { html } from 'hono/html'
import { CODE_LIMITS } from '../services/limits.ts'

type Content = { subject: string; text: string; html: string }

const CODE_STYLE = 'font: 700 32px/1.2 ui-monospace, monospace; letter-spacing: 4px; margin: 0 0 16px'
const LINK_STYLE =
  'display: inline-block; padding: 12px 20px; border-radius: 6px; background: #1d4ed8; color: #ffffff; text-decoration: none; font-weight: 600'

/** Renders an email without images. Its colors are those of the mail client, in both themes. */
const renderMail = (heading: string, content: unknown): string =>
  String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>${heading}</title>
        </head>
        <body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
          <div style="max-width: 480px; margin: 0 auto">
            <h1 style="font-size: 22px; line-height: 1.3; margin: 0 0 16px">${heading}</h1>
            ${content}
          </div>
        </body>
      </html>`,
  )

export function buildCodeMail(code: string, applicationName: string): Content {
  const note = `It expires in ${CODE_LIMITS.lifetime / 60_000} minutes. If you didn't request it, ignore this email.`
  return {
    subject: `${code} is your ${applicationName} code`,
    text: `Your code: ${code}\n\n${note}\n`,
    html: renderMail(
      `Your ${applicationName} code`,
      html`<p style="${CODE_STYLE}">${code}</p>
        <p>${note}</p>`,
    ),
  }
}

type InvitationDetails = {
  applicationName: string
  inviter: string
  organization: string
  role: string
  link: string
  /** YYYY-MM-DD */
  expiryDate: string
}

export function buildInvitationMail(details: InvitationDetails): Content {
  const { applicationName, organization, link } = details
  const subject = `Join ${organization} on ${applicationName}`
  const introduction = `${details.inviter} invited you to join ${organization} on ${applicationName}.`
  const role = `Your role: ${details.role}`
  const note = `The link works once and expires on ${details.expiryDate}. If you don't know the sender, ignore this email.`
  return {
    subject,
    text: [introduction, role, `To accept, open this link:\n${link}`, note].join('\n\n'),
    html: renderMail(
      subject,
      html`<p>${introduction}</p>
        <p>${role}</p>
        <p><a href="${link}" style="${LINK_STYLE}">Accept invitation</a></p>
        <p>${note}</p>`,
    ),
  }
}
