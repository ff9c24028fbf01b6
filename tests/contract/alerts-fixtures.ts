import { changePreferences } from '../../lib/alerts/preferences-store.ts'
import { DEFAULT_PREFERENCES, type PreferencesInput } from '../../lib/alerts/preferences.ts'
import { raiseAlerts } from '../../lib/alerts/store.ts'
import type { CallInput } from '../../lib/calls/input.ts'
import { createCall } from '../../lib/calls/store.ts'
import { timeKey } from '../../lib/time/zone.ts'
import { alertMail } from '../../lib/alerts/mail.ts'
import { alertPush } from '../../lib/alerts/push.ts'
import { alertRound } from '../../lib/alerts/round.ts'
import type { Mail } from '../../lib/contact/transport.ts'
import type { Database } from '../../lib/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import {
  alertPreferences,
  alerts,
  calls,
  events,
  leads,
  organizationSettings,
  outgoing,
  pushSubscriptions,
} from '../../lib/db/schema/index.ts'
import type { PushEnv } from '../../lib/env.ts'
import type { WorkKind } from '../../lib/outgoing/queue.ts'
import { doDueWork, type Handler, type Handlers } from '../../lib/outgoing/worker.ts'

/*
 * A company with people on call, a mail server that keeps what it takes, and a worker whose clock the tests move on.
 */

export const SITE_URL = 'http://localhost:3000'

export const PUSH: PushEnv = {
  publicKey: 'BMV66S8Qo2Zi088GfGI4Q8y6DS5VxnX-oRO0FOq5AoKxPjivdUw9Nl9XLFlqQ6z3msUcJzpunT_ftCBGYN2LDIA',
  privateKey: 'local-push-key-0000000000000000000000000000',
  subject: 'mailto:office@ductwise.test',
}

const ZONE = 'America/Chicago'

export const MINUTE = 60_000

const QUIET = { warn: () => undefined, error: () => undefined }

const KINDS: WorkKind[] = ['alert-round', 'alert-mail', 'alert-push']

/** Marks what a caller said and gave. */
export const SECRET = 'Zanzibar'
export const PHONE = '+13125550177'

export const SAM = 'user_sam'
export const ANA = 'user_ana'

export const person = (id: string) => ({ kind: 'person', id }) as const

/** Who the tests' Clerk knows. */
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

  return {
    organizationId,
    handlers,
    within,
    mails,
    gone,
    state,
    /** Does all that is due now, and what that leads to. */
    work: async (own: Handlers = handlers, kinds = KINDS) => {
      for (const kind of kinds) {
        const handler = own[kind]
        if (handler) await doDueWork(db(), kind, handler, { clock: () => state.now, log: QUIET })
      }
    },
    /** Moves the clock on. */
    later: (minutes: number) => {
      state.now = new Date(state.now.getTime() + minutes * MINUTE)
    },
    /** To whom mails went, in order. */
    told: () => mails.map(({ to }) => String(to).replace('@example.test', '')),
    clear: async () => {
      mails.length = 0
      gone.clear()
      // What is stored is due by the clock of this machine: the tests' own is ahead of it.
      state.now = new Date(Date.now() + MINUTE)
      state.sendMail = async () => undefined
      await within(async (tx) => {
        for (const table of [
          alerts,
          leads,
          calls,
          events,
          outgoing,
          alertPreferences,
          pushSubscriptions,
          organizationSettings,
        ]) {
          await tx.db.delete(table)
        }
      })
    },
    /** Who is on call, in order, at any time of the day. */
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
    /** Stores a call as the assistant does. @returns its id */
    comeIn: (call: Partial<CallInput> = {}) =>
      within(async (tx) => {
        const stored = await createCall(
          tx,
          { kind: 'assistant' },
          {
            startedAt: new Date().toISOString(),
            outcome: 'emergency',
            callerName: SECRET,
            callerPhone: PHONE,
            callerWords: SECRET,
            summary: SECRET,
            ...call,
          },
        )
        await raiseAlerts(tx, stored)
        return stored.id
      }),
    /** Has a person choose how they are told, for the first time. */
    prefer: (userId: string, change: Partial<PreferencesInput>) =>
      within((tx) => {
        const { version, ...usual } = DEFAULT_PREFERENCES
        return changePreferences(tx, person(userId), { ...usual, ...change }, version)
      }),
    /** Quiet hours that began an hour ago and go on for so many minutes, by the clock of the company. */
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
        (await own.select().from(outgoing)).filter(({ doneAt, failedAt }) => doneAt === null && failedAt === null),
      ),
  }
}
