'use client'

import { buildDashboardQuery, type Reader, buildQueryKey } from '@/lib/dashboard/query/dashboard-query.ts'
import { toServiceArea, toCrews } from '@/lib/dashboard/settings/crews.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/dashboard/settings/input.ts'
import { type OpeningHours, type Weekday, WEEKDAY_NAMES, WEEKDAYS } from '@/lib/dashboard/model/opening-hours.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { type ClosedDayDraft, ClosedDaysPanel, toClosedDayDrafts, toClosedDays } from './closed-days.tsx'
import { SaveBar } from './save-bar.tsx'
import { findAreaProblems, type CrewDraft, ServiceAreaPanel } from './service-area.tsx'
import { type SettingsChangeInput, useSettingsForm } from './use-settings-form.ts'
import { useEffect, useMemo, useState } from 'react'
import { formatDay, formatTime, formatDate, toDayKey } from '@/lib/platform/time/zone.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeRange } from './time-range.tsx'
import type { Problems } from '../use-versioned-form.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'
import { TextLink } from '../page.tsx'

const FORWARDING_CODES = [
  { calls: 'No answer', on: '*92', off: '*93' },
  { calls: 'Busy', on: '*90', off: '*91' },
  { calls: 'All calls', on: '*72', off: '*73' },
]

function useForwardingMutation(reader: Reader, { version }: SettingsRecord) {
  const cache = useQueryClient()
  const toast = useToast()
  const send = async (isForwarded: boolean, baseVersion: number): Promise<SettingsRecord> => {
    type SettingsResponse = { settings: unknown } | Failure
    const response = await sendChange<SettingsResponse>('settings', 'PATCH', {
      version: baseVersion,
      change: { isForwarded },
    })
    if ('settings' in response) return settingsRecord.parse((response as { settings: unknown }).settings)
    const { reason, current, error } = response as Failure
    if (reason === 'conflict') return send(isForwarded, settingsRecord.parse(current).version)
    throw new Error(error)
  }
  return useMutation({
    mutationFn: (isForwarded: boolean) => send(isForwarded, version),
    onSuccess: (settings) => cache.setQueryData(buildQueryKey('settings', reader), settings),
    onError: () => toast({ title: 'Couldn’t save', description: 'Try again in a minute.', tone: 'primary' }),
  })
}

function NoNumber() {
  return (
    <p className="max-w-text">
      You’ll get a number to forward to with your phone line.{' '}
      <TextLink href={AREAS.today.path}>Request a line or check its status</TextLink>.
    </p>
  )
}

function DialCode({ label, children }: { label: string; children: string }) {
  return (
    <>
      <span className="text-muted-foreground sm:hidden">{label}</span>
      {children}
    </>
  )
}

type ForwardingProps = { reader: Reader; settings: SettingsRecord; canChange: boolean }

function ForwardingCodes({ reader, settings, number, canChange }: ForwardingProps & { number: string }) {
  const { mutate, isPending } = useForwardingMutation(reader, settings)
  const { forwardedAt, timeZone } = settings
  const formattedNumber = formatPhone(number)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-display text-2xl font-semibold tracking-tight">{formattedNumber}</span>
        {forwardedAt ? <Badge tone="accent">Forwarding on</Badge> : <Badge>Forwarding off</Badge>}
      </p>
      <div className="mt-4 max-w-lead">
        <DataTable
          caption="Common forwarding codes"
          columns={['Calls', 'To turn on, dial', 'To turn off, dial']}
          rows={FORWARDING_CODES.map(({ calls, on, off }) => ({
            key: calls,
            cells: [
              calls,
              <DialCode key="on" label="On: ">{`${on}, then ${formattedNumber}`}</DialCode>,
              <DialCode key="off" label="Off: ">
                {off}
              </DialCode>,
            ],
          }))}
        />
      </div>
      <p className="mt-3 max-w-text text-muted-foreground">
        Your phone company may use other codes.{' '}
        <TextLink href={`${DOCUMENTATION_ROOT}/forward-your-number`}>How to turn forwarding on and off</TextLink>
      </p>
      {canChange && (
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="quiet" disabled={isPending} onClick={() => mutate(!forwardedAt)}>
            {forwardedAt ? 'I turned off forwarding' : 'I turned on forwarding'}
          </Button>
          {forwardedAt && (
            <span className="text-muted-foreground">{`On since ${formatDate(forwardedAt, timeZone)}.`}</span>
          )}
        </p>
      )}
    </>
  )
}

/** Renders the forwarding panel. Its state is saved immediately, outside the form. */
export function ForwardingPanel(props: ForwardingProps) {
  const { forwardingNumber } = props.settings
  return (
    <Panel
      title="Your forwarding number"
      note="Keep your own number. Forward calls to this one and the assistant answers."
    >
      {forwardingNumber ? <ForwardingCodes {...props} number={forwardingNumber} /> : <NoNumber />}
    </Panel>
  )
}

const DEFAULT_HOURS = { from: '08:00', to: '17:00' }

const WORKDAYS: readonly Weekday[] = ['tue', 'wed', 'thu', 'fri']

type Day = NonNullable<OpeningHours[Weekday]>

type DayProps = {
  day: Weekday
  hours: Day | undefined
  onChange: (hours: Day | undefined) => void
  suggested: Day
  problems: Problems
}

function DayOfWeek({ day, hours, onChange, suggested, problems }: DayProps) {
  return (
    <li className="grid grid-cols-1 items-center gap-x-6 gap-y-2 border-t border-border py-2 first:border-t-0 sm:min-h-14 sm:grid-cols-[15rem_minmax(0,1fr)] sm:[&>:first-child]:items-center">
      <Switch
        label={WEEKDAY_NAMES[day]}
        isOn={hours !== undefined}
        onChange={(isOpen) => onChange(isOpen ? suggested : undefined)}
      />
      {hours ? (
        <TimeRange
          label={`${WEEKDAY_NAMES[day]}, open`}
          range={hours}
          onChange={onChange}
          errors={{ from: problems[`hours.${day}.from`], to: problems[`hours.${day}.to`] }}
        />
      ) : (
        <p className="text-muted-foreground">Closed</p>
      )}
    </li>
  )
}

type OpeningHoursProps = { hours: OpeningHours; onChange: (hours: OpeningHours) => void; problems: Problems }

function OpeningHoursPanel({ hours, onChange, problems }: OpeningHoursProps) {
  const set = (days: readonly Weekday[], value: Day | undefined) => {
    const entries = WEEKDAYS.map((day) => [day, days.includes(day) ? value : hours[day]] as const)
    onChange(Object.fromEntries(entries.filter(([, dayHours]) => dayHours !== undefined)))
  }
  const suggested = Object.values(hours)[0] ?? DEFAULT_HOURS
  return (
    <Panel
      title="Business hours"
      note="Calls outside these hours are after-hours calls. They appear in your morning list."
    >
      <ul className="-my-2">
        {WEEKDAYS.map((day) => (
          <DayOfWeek
            key={day}
            day={day}
            hours={hours[day]}
            onChange={(value) => set([day], value)}
            suggested={suggested}
            problems={problems}
          />
        ))}
      </ul>
      <p className="mt-4">
        <Button variant="quiet" onClick={() => set(WORKDAYS, hours.mon)}>
          Copy Monday to Tuesday–Friday
        </Button>
      </p>
    </Panel>
  )
}

const TICK_MS = 10_000

/** Returns the current time. Returns undefined on the server, whose clock may differ by a minute. */
function useNow(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    const updateNow = () => setNow(new Date())
    updateNow()
    const timer = setInterval(updateNow, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

const US_TIME_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const formatZone = (zone: string) => zone.replaceAll('_', ' ')

/**
 * Returns the US time zones first, then the stored one, then all others that the browser supports. The stored one may
 * be an alias that the browser does not list.
 */
function buildZoneOptions(selectedZone: string): { value: string; label: string }[] {
  const otherZones = Intl.supportedValuesOf('timeZone').filter((zone) => !US_TIME_ZONES.includes(zone))
  return [...new Set([...US_TIME_ZONES, selectedZone, ...otherZones])].map((value) => ({
    value,
    label: formatZone(value),
  }))
}

type TimeZoneProps = { timeZone: string; onChange: (timeZone: string) => void; isDisabled: boolean }

function TimeZonePanel({ timeZone, onChange, isDisabled }: TimeZoneProps) {
  const now = useNow()
  const zones = useMemo(() => buildZoneOptions(timeZone), [timeZone])
  return (
    <Panel title="Time zone" note="Used for all times in the dashboard and all times offered to callers.">
      <div className="max-w-112">
        <Combobox
          label="Time zone"
          isLabelHidden
          options={zones}
          value={timeZone}
          onChange={(zone) => zone && onChange(zone)}
          emptyText="No matching time zone. Try the nearest large city."
          isDisabled={isDisabled}
        />
        <p className="mt-2 min-h-[1lh] text-muted-foreground">
          {now && `Local time: ${formatTime(now, timeZone)}, ${formatDay(now, timeZone)}.`}
        </p>
      </div>
    </Panel>
  )
}

type Draft = {
  timeZone: string
  hours: OpeningHours
  closedDays: ClosedDayDraft[]
  closedOnHolidays: boolean
  crews: CrewDraft[]
  greeting: string
}

const EMPTY_CREW = { name: '', zips: '' }

function toDraft({ timeZone, hours, closedDays, closedOnHolidays, serviceArea, greeting }: SettingsRecord): Draft {
  const crews = serviceArea.length > 0 ? toCrews(serviceArea) : [EMPTY_CREW]
  return {
    timeZone,
    hours,
    closedDays: toClosedDayDrafts(closedDays, toDayKey(new Date(), timeZone)),
    closedOnHolidays,
    crews: crews.map((crew, id) => ({ ...crew, id })),
    greeting: greeting ?? '',
  }
}

const toChange = ({ timeZone, hours, closedDays, closedOnHolidays, crews, greeting }: Draft): SettingsChangeInput => ({
  timeZone,
  hours,
  closedDays: toClosedDays(closedDays),
  closedOnHolidays,
  serviceArea: toServiceArea(crews),
  greeting: greeting.trim() || null,
})

const findProblems = ({ crews }: Draft) => findAreaProblems(crews)

const MAX_GREETING_LENGTH = 400

type GreetingProps = { greeting: string; onChange: (greeting: string) => void; problem: string | undefined }

function GreetingPanel({ greeting, onChange, problem }: GreetingProps) {
  return (
    <Panel title="Greeting" note="The first thing callers hear. The assistant always adds that it’s automated.">
      <TextArea
        label="Greeting"
        isLabelHidden
        rows={5}
        maxLength={MAX_GREETING_LENGTH}
        placeholder="Default greeting with your company’s name"
        value={greeting}
        error={problem}
        hint={`${greeting.length} of ${MAX_GREETING_LENGTH} characters`}
        onChange={({ target }) => onChange(target.value)}
      />
    </Panel>
  )
}

type BusinessProps = { reader: Reader; canChange: boolean }

function Business({ reader, settings, canChange }: BusinessProps & { settings: SettingsRecord }) {
  const form = useSettingsForm({ reader, settings, toDraft, toChange, findProblems })
  const { draft, edit, problems } = form
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!canChange} className="grid min-w-0 gap-5">
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <OpeningHoursPanel hours={draft.hours} onChange={(hours) => edit({ hours })} problems={problems} />
          <div className="grid min-w-0 gap-5">
            <TimeZonePanel
              timeZone={draft.timeZone}
              onChange={(timeZone) => edit({ timeZone })}
              isDisabled={!canChange}
            />
            <GreetingPanel
              greeting={draft.greeting}
              onChange={(greeting) => edit({ greeting })}
              problem={problems.greeting}
            />
          </div>
        </div>
        <ClosedDaysPanel
          entries={draft.closedDays}
          isClosedOnHolidays={draft.closedOnHolidays}
          timeZone={draft.timeZone}
          problems={problems}
          isDisabled={!canChange}
          onEntries={(closedDays) => edit({ closedDays })}
          onHolidays={(closedOnHolidays) => edit({ closedOnHolidays })}
        />
        <ServiceAreaPanel
          crews={draft.crews}
          onChange={(crews) => edit({ crews })}
          problems={problems}
          isDirty={form.isDirty}
        />
      </fieldset>
      <ForwardingPanel reader={reader} settings={settings} canChange={canChange} />
      <SaveBar {...form} />
    </div>
  )
}

export function BusinessSettings({ hasFailed, ...props }: BusinessProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      subject="The settings"
      query={buildDashboardQuery('settings', settingsRecord, props.reader)}
      hasFailed={hasFailed}
    >
      {(settings) => <Business {...props} settings={settings} />}
    </QueryResult>
  )
}
