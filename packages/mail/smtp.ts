import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
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
    onData(stream, { envelope }, done) {
      const { mailFrom, rcptTo } = envelope
      const receive = async (): Promise<void> => {
        const source = await buffer(stream)
        if (stream.sizeExceeded) throw createReply(552, `Message exceeds ${MAX_MESSAGE_BYTES} bytes`)
        const recipients = [...new Set(rcptTo.map(({ address }) => address.toLowerCase()))]
        await store({ sender: mailFrom ? mailFrom.address : '', recipients, source })
      }
      receive().then(
        () => done(),
        (error: unknown) => {
          if (error instanceof Error && 'responseCode' in error) return done(error)
          report(error)
          return done(createReply(554, `Message not stored: ${getErrorMessage(error)}`))
        },
      )
    },
  })
  const boundPort = await listen(server.server, port, LOOPBACK_HOST)
  // Clients that end a connection early cause an error event.
  server.on('error', (error) => report(error, 'SMTP connection'))
  return {
    url: `smtp://${LOOPBACK_HOST}:${boundPort}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
