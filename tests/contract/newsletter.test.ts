import { beforeEach, describe, expect, it } from 'vitest'
import { createEmailChannel } from '../../lib/site/delivery/email.ts'
import { createSubscriberChannel } from '../../lib/site/delivery/subscriber.ts'
import { createDeliveryHandler, type Send } from '../../lib/site/delivery/deliver.ts'
import type { Channel } from '../../lib/site/outbox/enqueue.ts'
import { parseEmail } from '../../lib/site/contact/message.ts'
import { submitForm } from '../../lib/site/contact/submit.ts'
import { issueTicket, MIN_AGE_ONE_FIELD_MS } from '../../lib/site/contact/ticket.ts'
import type { Mail } from '../../lib/platform/mail/transport.ts'
import { jobs, newsletterNotices, newsletterSubscribers, newsletterTokens, rateLimits } from '../support/tables.ts'
import {
  confirmSubscription,
  deleteOldSubscriptions,
  endSubscription,
  requestSubscription,
} from '../../lib/site/newsletter/subscribers.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { createManualClock, SECRET } from './contact-fixtures.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SITE_URL = 'https://www.example.com'
const ADA_EMAIL = 'ada@example.com'
const mail = { subject: 'Please confirm', text: 'Open {link}\n\n{unsubscribe}\n' }
const silentLog = { warn: () => {}, error: () => {} }

const findAddress = ({ text }: Mail, step: string) =>
  new RegExp(`${SITE_URL}/newsletter/${step}\\?token=([\\w-]{43})`).exec(String(text))
const findToken = (sent: Mail | undefined, step = 'confirm') => (sent && findAddress(sent, step)?.[1]) ?? 'none'

describe('newsletter subscription', () => {
  const database = setUpDatabase()
  let clock: ReturnType<typeof createManualClock>
  let subscriberMails: Mail[]
  let staffMails: Mail[]

  beforeEach(async () => {
    clock = createManualClock()
    subscriberMails = []
    staffMails = []
    for (const table of [jobs, newsletterSubscribers, newsletterNotices, rateLimits]) await database.db.delete(table)
  })

  const subscribe = (email = ADA_EMAIL) => requestSubscription(database.db, email, { mail, now: clock.now() })
  const buildNotification = () => ({ channels: ['email'] as const, now: clock.now() })
  const confirm = (token: string) => confirmSubscription(database.db, token, { ...buildNotification(), mail })
  const unsubscribe = (token: string) => endSubscription(database.db, token, buildNotification())
  const recordMail = (mails: Mail[]) => async (sent: Mail) => void mails.push(sent)
  const deliver = (channel: Channel, send: Send) =>
    runDueJobs(database.db, `contact-${channel}`, createDeliveryHandler(send), { clock: clock.now, log: silentLog })
  const sender = { from: 'site@example.com', siteUrl: SITE_URL, getBrand: async () => 'Ductwise' }
  const deliverToSubscriber = (send = recordMail(subscriberMails)) =>
    deliver('subscriber', createSubscriberChannel({ ...sender, send }))
  const deliverAll = async () => {
    await deliverToSubscriber()
    await deliver('email', createEmailChannel({ ...sender, to: 'office@example.com', send: recordMail(staffMails) }))
  }
  const subscribeAndDeliver = async () => {
    await subscribe()
    await deliverAll()
  }
  const subscribeAndConfirm = async () => {
    await subscribeAndDeliver()
    await confirm(findToken(subscriberMails[0]))
  }
  const listSubscribers = () => database.db.select().from(newsletterSubscribers)

  it('is confirmed once by its email link, and subscriber and staff are notified', async () => {
    await subscribe('Ada@Example.com')
    await deliverAll()
    expect(staffMails).toEqual([])
    const [confirmation] = subscriberMails
    expect(confirmation).toMatchObject({ to: ADA_EMAIL, subject: 'Please confirm' })
    expect(confirmation?.headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/www\.example\.com\/api\/newsletter\/unsubscribe\?token=[\w-]{43}>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(await listSubscribers()).toMatchObject([{ email: ADA_EMAIL, confirmedAt: null }])

    const token = findToken(confirmation)
    const results = await Promise.all([confirm(token), confirm(token), confirm(token)])
    expect(results.toSorted()).toEqual([false, false, true])
    expect(await confirm(token), 'a used token').toBe(false)
    await deliverAll()
    expect(await listSubscribers()).toMatchObject([{ email: ADA_EMAIL, confirmedAt: clock.now() }])
    expect(subscriberMails).toHaveLength(2)
    expect(staffMails).toMatchObject([{ to: 'office@example.com', subject: `Newsletter: add ${ADA_EMAIL}` }])
    expect(findToken(staffMails[0], 'unsubscribe')).not.toBe('none')
  })

  it('stores no token in plain text', async () => {
    await subscribeAndDeliver()
    const storedText = JSON.stringify([
      await database.db.select().from(newsletterTokens),
      await database.db.select().from(newsletterNotices),
      await database.db.select().from(jobs),
    ])
    const [sentMail] = subscriberMails
    for (const step of ['confirm', 'unsubscribe']) {
      expect(findToken(sentMail, step)).toHaveLength(43)
      expect(storedText).not.toContain(findToken(sentMail, step))
    }
  })

  it('accepts each token only for its own purpose', async () => {
    await subscribeAndDeliver()
    expect(await confirm(findToken(subscriberMails[0], 'unsubscribe'))).toBe(false)
    expect(await unsubscribe(findToken(subscriberMails[0]))).toBe(false)
    expect(await confirm('A'.repeat(43))).toBe(false)
    expect(await listSubscribers()).toMatchObject([{ confirmedAt: null }])
  })

  it('expires after seven days without confirmation', async () => {
    await subscribeAndDeliver()
    clock.advance(7 * DAY_MS - 1)
    await deleteOldSubscriptions(database.db, clock.now())
    expect(await listSubscribers()).toHaveLength(1)
    clock.advance(1)
    expect(await confirm(findToken(subscriberMails[0]))).toBe(false)
    clock.advance(1)
    expect(await deleteOldSubscriptions(database.db, clock.now())).toBe(1)
    expect(await listSubscribers()).toEqual([])
    expect(await database.db.select().from(newsletterNotices)).toEqual([])
    expect(await database.db.select().from(newsletterTokens)).toEqual([])
  })

  it('is kept once confirmed, and sent notices are deleted after a month', async () => {
    await subscribeAndConfirm()
    await deliver('subscriber', async () => {})
    clock.advance(31 * DAY_MS)
    await deleteOldSubscriptions(database.db, clock.now())
    expect(await listSubscribers()).toHaveLength(1)
    expect(await database.db.select().from(newsletterNotices)).toMatchObject([{ kind: 'confirmed' }])
  })

  it('gets no further emails once it is confirmed', async () => {
    await subscribeAndConfirm()
    await deliverAll()
    const sentCount = subscriberMails.length
    for (const waitMs of [10 * MINUTE_MS, DAY_MS, 8 * DAY_MS]) {
      clock.advance(waitMs)
      await subscribe()
    }
    await deliverAll()
    expect(subscriberMails).toHaveLength(sentCount)
    expect(await listSubscribers()).toMatchObject([{ confirmedAt: expect.any(Date), requests: 1 }])
  })

  it('gets at most five confirmation emails, whose links all work', async () => {
    await subscribe()
    await subscribeAndDeliver()
    expect(subscriberMails, 'one email for two requests').toHaveLength(1)
    for (let count = 0; count < 8; count++) {
      clock.advance(10 * MINUTE_MS)
      await subscribe()
    }
    await deliverAll()
    expect(subscriberMails).toHaveLength(5)
    expect(await confirm(findToken(subscriberMails[0]))).toBe(true)
    expect(await confirm(findToken(subscriberMails[4])), 'only one token works').toBe(false)
  })

  it('retries a failed email with a new link, and both links work', async () => {
    await subscribe()
    const attemptedMails: Mail[] = []
    await deliverToSubscriber(async (mailToSend) => {
      attemptedMails.push(mailToSend)
      throw new Error('No answer')
    })
    clock.advance(60 * MINUTE_MS)
    await deliverAll()
    expect(findToken(attemptedMails[0])).not.toBe(findToken(subscriberMails[0]))
    expect(attemptedMails[0]?.messageId).toBe(subscriberMails[0]?.messageId)
    expect(await confirm(findToken(attemptedMails[0]))).toBe(true)
  })

  it('is deleted on unsubscribe, with a notice to the staff, and can be renewed', async () => {
    await subscribeAndConfirm()
    await deliverAll()
    expect(await unsubscribe(findToken(staffMails[0], 'unsubscribe'))).toBe(true)
    expect(await unsubscribe(findToken(staffMails[0], 'unsubscribe'))).toBe(false)
    expect(await listSubscribers()).toEqual([])
    await deliverAll()
    expect(staffMails.map(({ subject }) => subject)).toEqual([
      `Newsletter: add ${ADA_EMAIL}`,
      `Newsletter: remove ${ADA_EMAIL}`,
    ])
    await subscribeAndDeliver()
    expect(await confirm(findToken(subscriberMails.at(-1)))).toBe(true)
  })

  it('drops an outdated staff notice about an addition', async () => {
    await subscribe()
    await deliverToSubscriber()
    await confirm(findToken(subscriberMails[0]))
    await unsubscribe(findToken(subscriberMails[0], 'unsubscribe'))
    await deliverAll()
    expect(staffMails, 'only a removal notice').toMatchObject([{ subject: `Newsletter: remove ${ADA_EMAIL}` }])
  })

  it('drops an outdated staff notice about a removal', async () => {
    const startSubscription = async () => {
      await subscribe()
      await deliverToSubscriber()
      expect(await confirm(findToken(subscriberMails.findLast((candidate) => findToken(candidate) !== 'none')))).toBe(
        true,
      )
    }
    await startSubscription()
    await unsubscribe(findToken(subscriberMails[0], 'unsubscribe'))
    await startSubscription()
    await deliverAll()
    expect(staffMails.map(({ subject }) => subject)).toEqual([`Newsletter: add ${ADA_EMAIL}`])
  })

  it('ends without a staff notice if it was never confirmed', async () => {
    await subscribeAndDeliver()
    expect(await unsubscribe(findToken(subscriberMails[0], 'unsubscribe'))).toBe(true)
    await deliverAll()
    expect(staffMails).toEqual([])
    expect(await listSubscribers()).toEqual([])
  })

  it('is limited to five addresses per client in ten minutes, without revealing known ones', async () => {
    const submitWith = (email: string) =>
      submitForm(
        {
          name: 'newsletter',
          minAgeMs: MIN_AGE_ONE_FIELD_MS,
          parse: parseEmail,
          store: async (db, content, { now }) => {
            await requestSubscription(db, content.email, { mail, now })
            return 'stored'
          },
        },
        {
          fields: { email, ticket: issueTicket(SECRET, clock.now().getTime() - MIN_AGE_ONE_FIELD_MS) },
          address: '192.0.2.1',
        },
        { query: (work) => work(database.db), secret: SECRET, now: clock.now() },
      )
    await subscribeAndConfirm()
    expect(await submitWith(ADA_EMAIL)).toEqual({ status: 'sent' })
    for (let count = 0; count < 4; count++) expect(await submitWith(`${count}@example.com`)).toEqual({ status: 'sent' })
    expect(await submitWith('more@example.com')).toMatchObject({ status: 'limited' })
    expect(await submitWith('nobody')).toEqual({ status: 'invalid', errors: { email: 'malformed' } })
    expect(await submitWith('')).toEqual({ status: 'invalid', errors: { email: 'missing' } })
  })
})
