import { beforeEach, expect, it, vi } from 'vitest'
import { events, jobs } from '../support/tables.ts'
import {
  requestIntegration,
  findRequestTimes,
  createRequestMailHandler,
} from '../../lib/dashboard/integrations/requests.ts'
import type { ProviderName } from '../../lib/dashboard/integrations/providers.ts'
import type { Mail } from '../../lib/platform/mail/transport.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const PERSON = { kind: 'person', id: 'user_owner' } as const
const NOW = new Date('2026-11-25T15:00:00Z')
const HOUR_MS = 3_600_000

const database = setUpDatabase()
const log = { warn: vi.fn(), error: vi.fn() }
let mails: Mail[]
let company: string | undefined
beforeEach(async () => {
  await database.deleteOrganizations()
  mails = []
  company = 'Sample Heating'
  log.warn.mockClear()
})

const { within } = database

const requestProvider = (provider: ProviderName, at = NOW) =>
  within((tx) => requestIntegration(tx, provider, PERSON, at))

const deliver = (at = NOW, send = async (mail: Mail) => void mails.push(mail)) => {
  const options = {
    from: 'site@ductwise.test',
    to: 'staff@ductwise.test',
    siteUrl: 'https://www.example.com',
    getBrand: async () => 'Ductwise',
  }
  const handler = createRequestMailHandler({ ...options, send, getName: async () => company })
  return runDueJobs(database.db, 'wish-mail', handler, { clock: () => at, log })
}

it('an integration request is logged and emailed to the staff', async () => {
  await requestProvider('hubspot')
  await deliver()
  expect(mails).toMatchObject([
    {
      to: 'staff@ductwise.test',
      subject: 'Sample Heating requested HubSpot',
      text: expect.stringContaining('Company: Sample Heating (org_a)'),
    },
  ])
  const loggedEvents = await database.events()
  expect(loggedEvents).toMatchObject([
    { action: 'connection.wanted', actorId: 'user_owner', details: { provider: 'hubspot' } },
  ])
  expect([...(await within(findRequestTimes))]).toEqual([['hubspot', loggedEvents[0]?.at]])
  expect([...(await within('org_b', findRequestTimes))]).toEqual([])
})

it('integration requests count once per day, organization and provider', async () => {
  // 7:30 p.m. in New York (the default time zone) is already the next day in UTC.
  const evening = new Date('2026-11-26T00:30:00Z')
  await requestProvider('hubspot')
  await Promise.all([
    requestProvider('hubspot', evening),
    requestProvider('hubspot', evening),
    requestProvider('zapier', evening),
  ])
  await deliver(evening)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Sample Heating requested HubSpot',
    'Sample Heating requested Zapier',
  ])
  expect(await within(({ db }) => db.$count(events))).toBe(2)
  const nextDay = new Date(evening.getTime() + 12 * HOUR_MS)
  await requestProvider('hubspot', nextDay)
  await deliver(nextDay)
  expect(mails).toHaveLength(3)
})

it('integration request emails are retried with the same Message-ID, or dropped for deleted organizations', async () => {
  await requestProvider('hubspot')
  const failedMails: Mail[] = []
  await deliver(NOW, async (mail) => {
    failedMails.push(mail)
    throw new Error('The mail server is down')
  })
  expect(mails).toEqual([])
  await deliver(new Date(NOW.getTime() + HOUR_MS))
  expect(mails.map(({ messageId }) => messageId)).toEqual(failedMails.map(({ messageId }) => messageId))
  await requestProvider('zapier')
  company = undefined
  await deliver(new Date(NOW.getTime() + HOUR_MS))
  expect(mails).toHaveLength(1)
  expect(await within(({ db }) => db.select().from(jobs))).toMatchObject([
    { lastError: null, doneAt: expect.any(Date) },
    { lastError: null, doneAt: expect.any(Date) },
  ])
})
