import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { createReporter, getErrorMessage, listen, LOOPBACK_HOST } from '../local-server/index.ts'

export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024

export type ReceivedMail = { sender: string; recipients: string[]; source: Uint8Array }

const createReply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/**
 * Starts an SMTP server that accepts every user and recipient. Has no TLS: clients would reject a self-signed
 * certificate.
 * @param store rejects to make the server refuse the email
 */
export async function startSmtpServer(port: number, store: (mail: ReceivedMail) => Promise<void>) {
  const report = createReporter('mail')

  /** Stores an email. Returns the SMTP error reply, if any. */
  async function receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<Error | undefined> {
    try {
      const source = await buffer(stream)
      if (stream.sizeExceeded) return createReply(552, `Message exceeds ${MAX_MESSAGE_BYTES} bytes`)
      const recipients = [...new Set(envelope.rcptTo.map(({ address }) => address.toLowerCase()))]
      await store({ sender: envelope.mailFrom ? envelope.mailFrom.address : '', recipients, source })
      return undefined
    } catch (error) {
      report(error)
      return createReply(554, `Message not stored: ${getErrorMessage(error)}`)
    }
  }

  const server = new SMTPServer({
    banner: 'Local inbox',
    size: MAX_MESSAGE_BYTES,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    // Long enough for the current email, which is at most 10 MB from this machine.
    closeTimeout: 500,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData: async (stream, session, done) => done(await receive(stream, session)),
  })
  // Clients that end a connection early cause an error event. `listen` handles errors of the start.
  server.on('error', (error) => {
    if (server.server.listening) report(error, 'SMTP connection')
  })
  const boundPort = await listen(server.server, port, LOOPBACK_HOST)
  return {
    url: `smtp://${LOOPBACK_HOST}:${boundPort}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
