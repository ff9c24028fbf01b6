'use client'

import { ALERT_KIND_NAMES, type AlertKind } from '@/lib/dashboard/model/alert.ts'
import {
  alertsPage,
  type AlertsPage,
  type Preferences,
  type PreferencesInput,
  preferencesInput,
  preferencesRecord,
} from '@/lib/dashboard/alerts/preferences.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryResult } from '../loading.tsx'
import { SaveBar } from '../settings/save-bar.tsx'
import { formatClockTime, TimeRange } from '../settings/time-range.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { toProblems, useVersionedForm } from '../use-versioned-form.ts'
import { TextLink } from '../page.tsx'

function usePreferencesForm(reader: Reader, savedPreferences: Preferences) {
  const cache = useQueryClient()
  return useVersionedForm<Preferences, PreferencesInput>({
    stored: savedPreferences,
    toDraft: ({ version: _version, ...input }) => input,
    validate: (draft) => toProblems(preferencesInput.safeParse(draft).error?.issues),
    endpoint: { name: 'alerts/preferences', method: 'PUT', field: 'preferences', schema: preferencesRecord },
    toBody: ({ merged }) => ({ change: merged }),
    onSaved: (preferences) =>
      void cache.setQueryData<AlertsPage>(
        buildQueryKey('alerts/preferences', reader),
        (page) => page && { ...page, preferences },
      ),
  })
}

const KIND_TEXTS: Record<AlertKind, { label: string; description: string }> = {
  urgent: { label: 'Urgent calls', description: 'Emergencies and other urgent calls while you’re on call.' },
  handover: { label: 'Calls assigned to you', description: 'When a teammate assigns you a call.' },
  promise: { label: 'Promised callbacks', description: 'Follow-ups due while you’re on call.' },
}

const DEFAULT_QUIET_HOURS = { from: '22:00', to: '06:00' }

type OptionProps = { label: string; description?: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Option({ label, description, isOn, onChange }: OptionProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
      <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)} className="mt-0.5" />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        {description && <span className="block text-muted-foreground">{description}</span>}
      </span>
    </label>
  )
}

function Order({ order, pagingMinutes }: Pick<AlertsPage, 'order' | 'pagingMinutes'>) {
  const minutes = pagingMinutes === 1 ? 'a minute' : `${pagingMinutes} minutes`
  return (
    <Panel
      title="Escalation order"
      note={`We alert the first person on call. If no one takes the call within ${minutes}, we alert the next, then your admins.`}
    >
      {order.length > 0 ? (
        <ol>
          {order.map(({ name, hours, isOnCall, hasSignIn, isYou }, position) => (
            <li
              // The key contains the position, because names are not unique.
              key={`${position} ${name}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-border py-2.5 first:border-t-0 first:pt-0"
            >
              <span className="font-medium">{isYou ? `${name} (you)` : name}</span>
              <span className="text-muted-foreground">
                {hours ? `${formatClockTime(hours.from)} to ${formatClockTime(hours.to)}` : 'anytime'}
              </span>
              {isOnCall && <Badge tone="accent">On call now</Badge>}
              {!hasSignIn && <span className="text-muted-foreground">Phone only: no account here.</span>}
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-muted-foreground">No one is on call yet, so alerts go to your admins.</p>
      )}
      <p className="mt-4">
        <TextLink href={AREAS.onCall.path}>Change who is on call</TextLink>
      </p>
    </Panel>
  )
}

function Alerts({ page, reader }: { page: AlertsPage; reader: Reader }) {
  const form = usePreferencesForm(reader, page.preferences)
  const { kinds, byMail, byPush, quietHours } = form.draft
  const choose = (kind: AlertKind, isOn: boolean) =>
    form.edit({ kinds: ALERT_KIND_NAMES.filter((name) => (name === kind ? isOn : kinds.includes(name))) })
  const isSilent = kinds.length === 0 || (!byMail && !byPush)
  const problem = form.problems['quietHours.from'] ?? form.problems['quietHours.to']
  return (
    <>
      <div data-settings-form="" className="grid min-w-0 gap-5">
        <Panel title="Notify me about">
          {ALERT_KIND_NAMES.map((kind) => (
            <Option
              key={kind}
              {...KIND_TEXTS[kind]}
              isOn={kinds.includes(kind)}
              onChange={(isOn) => choose(kind, isOn)}
            />
          ))}
        </Panel>
        <Panel title="How to notify me">
          <Option
            label="Email"
            description={page.hasMail ? 'Sent to your sign-in email.' : 'Email is not set up here, so none is sent.'}
            isOn={byMail}
            onChange={(isOn) => form.edit({ byMail: isOn })}
          />
          <Option
            label="Push notification"
            description="Sent to each of your devices below."
            isOn={byPush}
            onChange={(isOn) => form.edit({ byPush: isOn })}
          />
          {isSilent && (
            <p className="mt-3 rounded-lg bg-primary-muted px-4 py-3">
              You won’t get any alerts. Urgent calls go straight to the next person.
            </p>
          )}
        </Panel>
        <Panel
          title="Quiet hours"
          note="Alerts are held until quiet hours end and go to the next person in the meantime. Urgent calls still reach you while you’re on call."
        >
          <Option
            label="Turn on quiet hours"
            isOn={quietHours !== null}
            onChange={(isOn) => form.edit({ quietHours: isOn ? DEFAULT_QUIET_HOURS : null })}
          />
          {quietHours && (
            <div className="mt-2">
              <TimeRange
                label="Quiet hours"
                range={quietHours}
                errors={{ from: form.problems['quietHours.from'], to: form.problems['quietHours.to'] }}
                onChange={(range) => form.edit({ quietHours: range })}
              />
              {problem === undefined && <p className="mt-2 text-muted-foreground">In your business time zone.</p>}
            </div>
          )}
        </Panel>
        <SaveBar {...form} />
      </div>
      <DevicesPanel page={page} reader={reader} />
      <Order {...page} />
    </>
  )
}

export function AlertsView({ reader, hasFailed }: { reader: Reader; hasFailed: boolean }) {
  return (
    <QueryResult
      subject="Your alert settings"
      query={buildDashboardQuery('alerts/preferences', alertsPage, reader)}
      hasFailed={hasFailed}
    >
      {(page) => <Alerts page={page} reader={reader} />}
    </QueryResult>
  )
}
