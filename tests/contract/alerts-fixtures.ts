import { changePreferences } from '../../lib/dashboard/alerts/preferences-store.ts'
import { DEFAULT_PREFERENCES, type PreferencesInput } from '../../lib/dashboard/alerts/preferences.ts'
import { raiseAlerts } from '../../lib/dashboard/alerts/repository.ts'
import type { CallInput } from '../../lib/dashboard/calls/input.ts'
import { createCall } from '../support/rows.ts'
import { toTimeKey } from '../../lib/platform/time/zone.ts'
import { createAlertMailHandler } from '../../lib/dashboard/alerts/mail.ts'
import { createAlertPushHandler } from '../../lib/dashboard/alerts/push.ts'
import { createEscalationHandler } from '../../lib/dashboard/alerts/escalation.ts'
import type { Mail } from '../../lib/platform/mail/transport.ts'
import type { Database } from '../../lib/platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { alerts, events, jobs, organizationSettings, organizations } from '../support/tables.ts'
import type { PushEnv } from '../../lib/platform/env/env.ts'
import type { JobKind } from '../../lib/platform/jobs/queue.ts'
import { runDueJobs, type Handler, type Handlers } from '../../lib/platform/jobs/worker.ts'

export const SITE_URL = 'http://localhost:3000'

export const PUSH_ENV: PushEnv = {
  publicKey: 'BMV66S8Qo2Zi088GfGI4Q8y6DS5VxnX-oRO0FOq5AoKxPjivdUw9Nl9XLFlqQ6z3msUcJzpunT_ftCBGYN2LDIA',
  privateKey: 'local-push-key-0000000000000000000000000000',
  subject: 'mailto:office@ductwise.test',
}

const TIME_ZONE = 'America/Chicago'

export const MINUTE_MS = 60_000

const SILENT_LOG = { warn: () => undefined, error: () => undefined }

const KINDS: JobKind[] = ['alert-round', 'alert-mail', 'alert-push']

export const SECRET = 'Zanzibar'
export const PHONE = '+13125550177'

export const SAM = 'user_sam'
export const ANA = 'user_ana'

export const buildPerson = (id: string) => ({ kind: 'person', id }) as const

export const ADMINS = ['user_admin', 'user_owner']

export function createAlertsFixture(db: () => Database, organizationId = 'org_alerts') {
  const mails: Mail[] = []
  const removedUsers = new Set<string>()
  const state = {
    now: new Date(),
    sendMail: async (_mail: Mail): Promise<void> => undefined,
    pushDeadline: 500,
  }
  const within = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) =>
    runInOrganization(db(), organizationId, work)

  const handlers: Record<'alert-round' | 'alert-mail' | 'alert-push', Handler> = {
    'alert-round': createEscalationHandler({
      channels: { mail: true, push: true },
      membersWithRole: async () => ADMINS,
    }),
    'alert-mail': createAlertMailHandler({
      from: 'office@ductwise.test',
      send: async (mail) => {
        await state.sendMail(mail)
        mails.push(mail)
      },
      siteUrl: SITE_URL,
      getBrand: async () => 'Ductwise',
      people: {
        findPerson: async (id) =>
          removedUsers.has(id) ? undefined : { id, name: 'Sam Reyes', address: `${id}@example.test` },
        fetchOrganizationName: async () => 'Reyes Heating',
        isMember: async () => true,
      },
    }),
    'alert-push': createAlertPushHandler({
      push: PUSH_ENV,
      siteUrl: SITE_URL,
      get timeoutMs() {
        return state.pushDeadline
      },
    }),
  }

  const fixture = {
    organizationId,
    handlers,
    within,
    mails,
    gone: removedUsers,
    state,
    work: async (activeHandlers: Handlers = handlers, kinds = KINDS) => {
      for (const kind of kinds) {
        const handler = activeHandlers[kind]
        if (handler) await runDueJobs(db(), kind, handler, { clock: () => state.now, log: SILENT_LOG })
      }
    },
    later: (minutes: number) => {
      state.now = new Date(state.now.getTime() + minutes * MINUTE_MS)
    },
    told: () => mails.map(({ to }) => String(to).replace('@example.test', '')),
    clear: async () => {
      mails.length = 0
      removedUsers.clear()
      // Stored times use this machine's clock; the test clock runs ahead of it.
      state.now = new Date(Date.now() + MINUTE_MS)
      state.sendMail = async () => undefined
      await db().delete(organizations)
    },
    onCall: (memberIds: (string | undefined)[], settings: Partial<typeof organizationSettings.$inferInsert> = {}) =>
      within(({ db: orgDb }) =>
        orgDb.insert(organizationSettings).values({
          organizationId,
          timeZone: TIME_ZONE,
          pagingMinutes: 5,
          voiceAgentId: `agent_${organizationId}`,
          onCall: memberIds.map((memberId, index) => ({
            name: `Person ${index}`,
            phone: `+1312555010${index}`,
            hours: null,
            ...(memberId && { memberId }),
          })),
          ...settings,
        }),
      ),
    comeIn: (call: Partial<CallInput> = {}) =>
      within(async (tx) => {
        const callerFields = { callerName: SECRET, callerPhone: PHONE, callerWords: SECRET, summary: SECRET }
        const report = { startedAt: new Date().toISOString(), outcome: 'emergency', ...callerFields, ...call } as const
        const createdCall = await createCall(tx, { kind: 'assistant' }, report)
        await raiseAlerts(tx, createdCall)
        return createdCall.id
      }),
    prefer: (userId: string, change: Partial<PreferencesInput>) =>
      within((tx) => {
        const { version, ...defaults } = DEFAULT_PREFERENCES
        return changePreferences(tx, buildPerson(userId), { ...defaults, ...change }, version)
      }),
    /** Quiet hours that began an hour ago and end in `minutes`, in company time. */
    quietFor: (minutes: number) => {
      const formatTime = (offset: number) => toTimeKey(new Date(state.now.getTime() + offset * MINUTE_MS), TIME_ZONE)
      return { from: formatTime(-60), to: formatTime(minutes) }
    },
    actions: () =>
      within(async ({ db: orgDb }) =>
        (await orgDb.select().from(events)).map(({ action, details }) => ({ action, details })),
      ),
    alerts: () => within(({ db: orgDb }) => orgDb.select().from(alerts)),
    waiting: () =>
      within(async ({ db: orgDb }) =>
        (await orgDb.select().from(jobs)).filter(({ doneAt, failedAt }) => doneAt === null && failedAt === null),
      ),
  }
  return {
    ...fixture,
    workAfter: (minutes: number, kinds?: JobKind[]) => {
      fixture.later(minutes)
      return fixture.work(handlers, kinds)
    },
    callTo: async (memberIds: (string | undefined)[], call: Partial<CallInput> = {}) => {
      await fixture.onCall(memberIds)
      const id = await fixture.comeIn(call)
      await fixture.work()
      return id
    },
  }
}
