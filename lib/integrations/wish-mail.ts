import { organizationName } from '../auth/organizations/people.ts'
import type { SendMail } from '../contact/transport.ts'
import { type Handler, PermanentError } from '../outgoing/worker.ts'
import { isProviderName, PROVIDERS } from './providers.ts'

type WishMailOptions = {
  from: string
  /** The staff. */
  to: string
  siteUrl: string
  send: SendMail
  /** Of the organization; undefined for one that was deleted. */
  nameOf?: (organizationId: string) => Promise<string | undefined>
}

/** Tells the staff which company asks for which system. */
export function wishMail({ from, to, siteUrl, send, nameOf = organizationName }: WishMailOptions): Handler {
  const { hostname } = new URL(siteUrl)
  return async ({ id, organizationId, details: { provider } }, { now }) => {
    if (typeof provider !== 'string' || !isProviderName(provider)) throw new PermanentError('unknown_system')
    const company = await nameOf(organizationId)
    // Whoever asked is gone, and their data with them.
    if (!company) return
    const { label } = PROVIDERS[provider]
    await send({
      messageId: `<${id}@${hostname}>`,
      from,
      to,
      date: now,
      subject: `${company} asks for ${label}`,
      text: [
        `${company} wants to connect ${label}, which is not offered yet on ${siteUrl}.`,
        'What has to be set up for it is in docs/going-live.md, under Integrations. Tell them when it can be connected.',
        `Company: ${company} (${organizationId})\nSystem: ${label}`,
        `-- \nSent by ${siteUrl}\n`,
      ].join('\n\n'),
    })
  }
}
