import { changePreferences } from '../../lib/dashboard/alerts/preferences-store.ts'
import { DEFAULT_PREFERENCES, type PreferencesInput } from '../../lib/dashboard/alerts/preferences.ts'
import { raiseAlerts } from '../../lib/dashboard/alerts/repository.ts'
import type { CallInput } from '../../lib/dashboard/calls/input.ts'
import { createCall } from '../support/rows.ts'
import { timeKey } from '../../lib/platform/time/zone.ts'
import { alertMail } from '../../lib/dashboard/alerts/mail.ts'
import { alertPush } from '../../lib/dashboard/alerts/push.ts'
import { alertRound } from '../../lib/dashboard/alerts/round.ts'
import type { Mail } from '../../lib/platform/mail/transport.ts'
import type { Database } from '../../lib/platform/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { alerts, events, jobs, organizationSettings, organizations } from '../support/tables.ts'
import type { PushEnv } from '../../lib/platform/env/env.ts'
import type { JobKind } from '../../lib/platform/jobs/queue.ts'
import { runDueJobs, type Handler, type Handlers } from '../../lib/platform/jobs/worker.ts'

export const SITE_URL = 'http://localhost:3000'

export const PUSH: PushEnv = {
  publicKey: 'BMV66S8Qo2Zi088GfGI4Q8y6DS5VxnX-oRO0FOq5AoKxPjivdUw9Nl9XLFlqQ6z3msUcJzpunT_ftCBGYN2LDIA',
  privateKey: 'local-push-key-0000000000000000000000000000',
  subject: 'mailto:office@ductwise.test',
}

const ZONE = 'America/Chicago'

export const MINUTE = 60_000

const QUIET = { warn: () => undefined, error: () => undefined }

const KINDS: JobKind[] = ['alert-round', 'alert-mail', 'alert-push']

export const SECRET = 'Zanzibar'
export const PHONE = '+13125550177'

export const SAM = 'user_sam'
export const ANA = 'user_ana'

export const person = (id: string) => ({ kind: 'person', id }) as const

export const ADMINS = ['user_admin', 'user_owner']

export function alertsWorld(db: () => Database, organizationId = 'org_alerts') {
  const mails: Mail[] = []
  const gone = new Set<string>()
  const state = {
    now: new Date(),
    sendMail: async (_mail: Mail): Promise<void> => undefined,
    pushDeadline: 500,
  }
  const within = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(db(), organizationId, work)

  const handlers: Record<'alert-round' | 'alert-mail' | 'alert-push', Handler> = {
    'alert-round': alertRound({ ways: { mail: true, push: true }, membersWithRole: async () => ADMINS }),
    'alert-mail': alertMail({
      from: 'office@ductwise.test',
      send: async (mail) => {
        await state.sendMail(mail)
        mails.push(mail)
      },
      siteUrl: SITE_URL,
      people: {
        findPerson: async (id) => (gone.has(id) ? undefined : { id, name: 'Sam Reyes', address: `${id}@example.test` }),
        organizationName: async () => 'Reyes Heating',
        isMember: async () => true,
      },
    }),
    'alert-push': alertPush({
      push: PUSH,
      siteUrl: SITE_URL,
      get deadline() {
        return state.pushDeadline
      },
    }),
  }

  const world = {
    organizationId,
    handlers,
    within,
    mails,
    gone,
    state,
    work: async (own: Handlers = handlers, kinds = KINDS) => {
      for (const kind of kinds) {
        const handler = own[kind]
        if (handler) await runDueJobs(db(), kind, handler, { clock: () => state.now, log: QUIET })
      }
    },
    later: (minutes: number) => {
      state.now = new Date(state.now.getTime() + minutes * MINUTE)
    },
    told: () => mails.map(({ to }) => String(to).replace('@example.test', '')),
    clear: async () => {
      mails.length = 0
      gone.clear()
      // Stored times use this machine's clock; the test clock runs ahead of it.
      state.now = new Date(Date.now() + MINUTE)
      state.sendMail = async () => undefined
      await db().delete(organizations)
    },
    onCall: (memberIds: (string | undefined)[], settings: Partial<typeof organizationSettings.$inferInsert> = {}) =>
      within(({ db: own }) =>
        own.insert(organizationSettings).values({
          organizationId,
          timeZone: ZONE,
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
        const known = { callerName: SECRET, callerPhone: PHONE, callerWords: SECRET, summary: SECRET }
        const report = { startedAt: new Date().toISOString(), outcome: 'emergency', ...known, ...call } as const
        const stored = await createCall(tx, { kind: 'assistant' }, report)
        await raiseAlerts(tx, stored)
        return stored.id
      }),
    prefer: (userId: string, change: Partial<PreferencesInput>) =>
      within((tx) => {
        const { version, ...usual } = DEFAULT_PREFERENCES
        return changePreferences(tx, person(userId), { ...usual, ...change }, version)
      }),
    /** Quiet hours that began an hour ago and last `minutes` more, in company time. */
    quietFor: (minutes: number) => {
      const at = (offset: number) => timeKey(new Date(state.now.getTime() + offset * MINUTE), ZONE)
      return { from: at(-60), to: at(minutes) }
    },
    actions: () =>
      within(async ({ db: own }) =>
        (await own.select().from(events)).map(({ action, details }) => ({ action, details })),
      ),
    alerts: () => within(({ db: own }) => own.select().from(alerts)),
    waiting: () =>
      within(async ({ db: own }) =>
        (await own.select().from(jobs)).filter(({ doneAt, failedAt }) => doneAt === null && failedAt === null),
      ),
  }
  return {
    ...world,
    workAfter: (minutes: number, kinds?: JobKind[]) => {
      world.later(minutes)
      return world.work(handlers, kinds)
    },
    callTo: async (memberIds: (string | undefined)[], call: Partial<CallInput> = {}) => {
      await world.onCall(memberIds)
      const id = await world.comeIn(call)
      await world.work()
      return id
    },
  }
}
