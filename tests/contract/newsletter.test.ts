import { beforeEach, describe, expect, it } from 'vitest'
import { emailChannel } from '../../lib/site/delivery/email.ts'
import { subscriberChannel } from '../../lib/site/delivery/subscriber.ts'
import { deliverBy, type Send } from '../../lib/site/delivery/deliver.ts'
import type { Channel } from '../../lib/site/outbox/enqueue.ts'
import { parseEmail } from '../../lib/site/contact/message.ts'
import { submitForm } from '../../lib/site/contact/submit.ts'
import { issueTicket, MIN_AGE_OF_ONE_FIELD } from '../../lib/site/contact/ticket.ts'
import type { Mail } from '../../lib/platform/mail/transport.ts'
import { jobs, newsletterNotices, newsletterSubscribers, newsletterTokens, rateLimits } from '../support/tables.ts'
import {
  confirmSubscription,
  deleteOldSubscriptions,
  endSubscription,
  requestSubscription,
} from '../../lib/site/newsletter/subscribers.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { manualClock, SECRET } from './contact-fixtures.ts'
import { openedDatabase } from '../support/opened-database.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SITE = 'https://www.example.com'
const ADA = 'ada@example.com'
const mail = { subject: 'Please confirm', text: 'Open {link}\n\n{unsubscribe}\n' }
const silent = { warn: () => {}, error: () => {} }

const addressIn = ({ text }: Mail, step: string) =>
  new RegExp(`${SITE}/newsletter/${step}\\?token=([\\w-]{43})`).exec(String(text))
const tokenIn = (sent: Mail | undefined, step = 'confirm') => (sent && addressIn(sent, step)?.[1]) ?? 'none'

describe('newsletter subscription', () => {
  const opened = openedDatabase()
  let clock: ReturnType<typeof manualClock>
  let toSubscriber: Mail[]
  let toStaff: Mail[]

  beforeEach(async () => {
    clock = manualClock()
    toSubscriber = []
    toStaff = []
    for (const table of [jobs, newsletterSubscribers, newsletterNotices, rateLimits]) await opened.db.delete(table)
  })

  const ask = (email = ADA) => requestSubscription(opened.db, email, { mail, now: clock.now() })
  const telling = () => ({ channels: ['email'] as const, now: clock.now() })
  const confirm = (token: string) => confirmSubscription(opened.db, token, { ...telling(), mail })
  const leave = (token: string) => endSubscription(opened.db, token, telling())
  const keep = (mails: Mail[]) => async (sent: Mail) => void mails.push(sent)
  const deliver = (channel: Channel, send: Send) =>
    runDueJobs(opened.db, `contact-${channel}`, deliverBy(send), { clock: clock.now, log: silent })
  const from = 'site@example.com'
  const deliverToSubscriber = (send = keep(toSubscriber)) =>
    deliver('subscriber', subscriberChannel({ from, siteUrl: SITE, send }))
  const deliverAll = async () => {
    await deliverToSubscriber()
    await deliver('email', emailChannel({ from, to: 'office@example.com', siteUrl: SITE, send: keep(toStaff) }))
  }
  const askByMail = async () => {
    await ask()
    await deliverAll()
  }
  const join = async () => {
    await askByMail()
    await confirm(tokenIn(toSubscriber[0]))
  }
  const subscribers = () => opened.db.select().from(newsletterSubscribers)

  it('is confirmed once by its email link, and subscriber and staff are notified', async () => {
    await ask('Ada@Example.com')
    await deliverAll()
    expect(toStaff).toEqual([])
    const [asked] = toSubscriber
    expect(asked).toMatchObject({ to: ADA, subject: 'Please confirm' })
    expect(asked?.headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/www\.example\.com\/api\/newsletter\/unsubscribe\?token=[\w-]{43}>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(await subscribers()).toMatchObject([{ email: ADA, confirmedAt: null }])

    const token = tokenIn(asked)
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    expect(answers.toSorted()).toEqual([false, false, true])
    expect(await confirm(token), 'a used token').toBe(false)
    await deliverAll()
    expect(await subscribers()).toMatchObject([{ email: ADA, confirmedAt: clock.now() }])
    expect(toSubscriber).toHaveLength(2)
    expect(toStaff).toMatchObject([{ to: 'office@example.com', subject: `Newsletter: add ${ADA}` }])
    expect(tokenIn(toStaff[0], 'unsubscribe')).not.toBe('none')
  })

  it('stores no token in plain text', async () => {
    await askByMail()
    const kept = JSON.stringify([
      await opened.db.select().from(newsletterTokens),
      await opened.db.select().from(newsletterNotices),
      await opened.db.select().from(jobs),
    ])
    const [sent] = toSubscriber
    for (const step of ['confirm', 'unsubscribe']) {
      expect(tokenIn(sent, step)).toHaveLength(43)
      expect(kept).not.toContain(tokenIn(sent, step))
    }
  })

  it('accepts each token for its own purpose only', async () => {
    await askByMail()
    expect(await confirm(tokenIn(toSubscriber[0], 'unsubscribe'))).toBe(false)
    expect(await leave(tokenIn(toSubscriber[0]))).toBe(false)
    expect(await confirm('A'.repeat(43))).toBe(false)
    expect(await subscribers()).toMatchObject([{ confirmedAt: null }])
  })

  it('expires after seven days without confirmation', async () => {
    await askByMail()
    clock.advance(7 * DAY - 1)
    await deleteOldSubscriptions(opened.db, clock.now())
    expect(await subscribers()).toHaveLength(1)
    clock.advance(1)
    expect(await confirm(tokenIn(toSubscriber[0]))).toBe(false)
    clock.advance(1)
    expect(await deleteOldSubscriptions(opened.db, clock.now())).toBe(1)
    expect(await subscribers()).toEqual([])
    expect(await opened.db.select().from(newsletterNotices)).toEqual([])
    expect(await opened.db.select().from(newsletterTokens)).toEqual([])
  })

  it('is kept once confirmed, and sent notices are deleted after a month', async () => {
    await join()
    await deliver('subscriber', async () => {})
    clock.advance(31 * DAY)
    await deleteOldSubscriptions(opened.db, clock.now())
    expect(await subscribers()).toHaveLength(1)
    expect(await opened.db.select().from(newsletterNotices)).toMatchObject([{ kind: 'confirmed' }])
  })

  it('gets no further emails once it is confirmed', async () => {
    await join()
    await deliverAll()
    const sent = toSubscriber.length
    for (const wait of [10 * MINUTE, DAY, 8 * DAY]) {
      clock.advance(wait)
      await ask()
    }
    await deliverAll()
    expect(toSubscriber).toHaveLength(sent)
    expect(await subscribers()).toMatchObject([{ confirmedAt: expect.any(Date), requests: 1 }])
  })

  it('gets at most five confirmation emails, whose links all work', async () => {
    await ask()
    await askByMail()
    expect(toSubscriber, 'one email for two requests').toHaveLength(1)
    for (let count = 0; count < 8; count++) {
      clock.advance(10 * MINUTE)
      await ask()
    }
    await deliverAll()
    expect(toSubscriber).toHaveLength(5)
    expect(await confirm(tokenIn(toSubscriber[0]))).toBe(true)
    expect(await confirm(tokenIn(toSubscriber[4])), 'only one token works').toBe(false)
  })

  it('retries a failed email with a new link, and both links work', async () => {
    await ask()
    const seen: Mail[] = []
    await deliverToSubscriber(async (sent) => {
      seen.push(sent)
      throw new Error('No answer')
    })
    clock.advance(60 * MINUTE)
    await deliverAll()
    expect(tokenIn(seen[0])).not.toBe(tokenIn(toSubscriber[0]))
    expect(seen[0]?.messageId).toBe(toSubscriber[0]?.messageId)
    expect(await confirm(tokenIn(seen[0]))).toBe(true)
  })

  it('is deleted on unsubscribe, with a notice to the staff, and can be renewed', async () => {
    await join()
    await deliverAll()
    expect(await leave(tokenIn(toStaff[0], 'unsubscribe'))).toBe(true)
    expect(await leave(tokenIn(toStaff[0], 'unsubscribe'))).toBe(false)
    expect(await subscribers()).toEqual([])
    await deliverAll()
    expect(toStaff.map(({ subject }) => subject)).toEqual([`Newsletter: add ${ADA}`, `Newsletter: remove ${ADA}`])
    await askByMail()
    expect(await confirm(tokenIn(toSubscriber.at(-1)))).toBe(true)
  })

  it('drops an outdated staff notice about an addition', async () => {
    await ask()
    await deliverToSubscriber()
    await confirm(tokenIn(toSubscriber[0]))
    await leave(tokenIn(toSubscriber[0], 'unsubscribe'))
    await deliverAll()
    expect(toStaff, 'only a removal notice').toMatchObject([{ subject: `Newsletter: remove ${ADA}` }])
  })

  it('drops an outdated staff notice about a removal', async () => {
    const toStart = async () => {
      await ask()
      await deliverToSubscriber()
      expect(await confirm(tokenIn(toSubscriber.findLast((sent) => tokenIn(sent) !== 'none')))).toBe(true)
    }
    await toStart()
    await leave(tokenIn(toSubscriber[0], 'unsubscribe'))
    await toStart()
    await deliverAll()
    expect(toStaff.map(({ subject }) => subject)).toEqual([`Newsletter: add ${ADA}`])
  })

  it('ends without a staff notice if it was never confirmed', async () => {
    await askByMail()
    expect(await leave(tokenIn(toSubscriber[0], 'unsubscribe'))).toBe(true)
    await deliverAll()
    expect(toStaff).toEqual([])
    expect(await subscribers()).toEqual([])
  })

  it('is limited to five addresses per client in ten minutes, without revealing known ones', async () => {
    const send = (email: string) =>
      submitForm(
        {
          name: 'newsletter',
          minAge: MIN_AGE_OF_ONE_FIELD,
          parse: parseEmail,
          store: async (db, content, { now }) => {
            await requestSubscription(db, content.email, { mail, now })
            return 'stored'
          },
        },
        {
          fields: { email, ticket: issueTicket(SECRET, clock.now().getTime() - MIN_AGE_OF_ONE_FIELD) },
          address: '192.0.2.1',
        },
        { query: (work) => work(opened.db), secret: SECRET, now: clock.now() },
      )
    await join()
    expect(await send(ADA)).toEqual({ status: 'sent' })
    for (let count = 0; count < 4; count++) expect(await send(`${count}@example.com`)).toEqual({ status: 'sent' })
    expect(await send('more@example.com')).toMatchObject({ status: 'limited' })
    expect(await send('nobody')).toEqual({ status: 'invalid', errors: { email: 'malformed' } })
    expect(await send('')).toEqual({ status: 'invalid', errors: { email: 'missing' } })
  })
})
