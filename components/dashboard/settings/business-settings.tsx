'use client'

import { dashboardQuery, type Reader, queryKeyOf } from '@/lib/dashboard/query/dashboard-query.ts'
import { areaOf, crewsOf } from '@/lib/dashboard/settings/crews.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/dashboard/settings/input.ts'
import { type OpeningHours, type Weekday, WEEKDAY_NAMES, WEEKDAYS } from '@/lib/dashboard/model/opening-hours.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { SaveBar } from './save-bar.tsx'
import { areaProblems, type CrewDraft, ServiceAreaPanel } from './service-area.tsx'
import { type TypedChange, useSettingsForm } from './use-settings-form.ts'
import { useEffect, useMemo, useState } from 'react'
import { formatDay, formatTime, formatDate } from '@/lib/platform/time/zone.ts'
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

const CODES = [
  { calls: 'No answer', on: '*92', off: '*93' },
  { calls: 'Busy', on: '*90', off: '*91' },
  { calls: 'All calls', on: '*72', off: '*73' },
]

function useForwarded(reader: Reader, { version }: SettingsRecord) {
  const cache = useQueryClient()
  const toast = useToast()
  const send = async (isForwarded: boolean, of: number): Promise<SettingsRecord> => {
    type Answer = { settings: unknown } | Failure
    const answer = await sendChange<Answer>('settings', 'PATCH', { version: of, change: { isForwarded } })
    if ('settings' in answer) return settingsRecord.parse((answer as { settings: unknown }).settings)
    const { reason, current, error } = answer as Failure
    if (reason === 'conflict') return send(isForwarded, settingsRecord.parse(current).version)
    throw new Error(error)
  }
  return useMutation({
    mutationFn: (isForwarded: boolean) => send(isForwarded, version),
    onSuccess: (settings) => cache.setQueryData(queryKeyOf('settings', reader), settings),
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

function Dialed({ label, children }: { label: string; children: string }) {
  return (
    <>
      <span className="text-muted-foreground sm:hidden">{label}</span>
      {children}
    </>
  )
}

type ForwardingProps = { reader: Reader; settings: SettingsRecord; mayChange: boolean }

function Codes({ reader, settings, number, mayChange }: ForwardingProps & { number: string }) {
  const { mutate, isPending } = useForwarded(reader, settings)
  const { forwardedAt, timeZone } = settings
  const shown = formatPhone(number)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-display text-2xl font-semibold tracking-tight">{shown}</span>
        {forwardedAt ? <Badge tone="accent">Forwarding on</Badge> : <Badge>Forwarding off</Badge>}
      </p>
      <div className="mt-4 max-w-lead">
        <DataTable
          caption="Common forwarding codes"
          columns={['Calls', 'To turn on, dial', 'To turn off, dial']}
          rows={CODES.map(({ calls, on, off }) => ({
            key: calls,
            cells: [
              calls,
              <Dialed key="on" label="On: ">{`${on}, then ${shown}`}</Dialed>,
              <Dialed key="off" label="Off: ">
                {off}
              </Dialed>,
            ],
          }))}
        />
      </div>
      <p className="mt-3 max-w-text text-muted-foreground">
        Your phone company may use other codes.{' '}
        <TextLink href={`${DOCUMENTATION_ROOT}/forward-your-number`}>How to turn forwarding on and off</TextLink>
      </p>
      {mayChange && (
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
      {forwardingNumber ? <Codes {...props} number={forwardingNumber} /> : <NoNumber />}
    </Panel>
  )
}

const USUAL = { from: '08:00', to: '17:00' }

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
          what={`${WEEKDAY_NAMES[day]}, open`}
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
    onChange(Object.fromEntries(entries.filter(([, open]) => open !== undefined)))
  }
  const suggested = Object.values(hours)[0] ?? USUAL
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
    const look = () => setNow(new Date())
    look()
    const timer = setInterval(look, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

const UNITED_STATES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const labelOf = (zone: string) => zone.replaceAll('_', ' ')

/** Returns all time zones of the browser and the stored one, which may be an alias. */
function zonesWith(chosen: string): { value: string; label: string }[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !UNITED_STATES.includes(zone))
  return [...new Set([...UNITED_STATES, chosen, ...others])].map((value) => ({ value, label: labelOf(value) }))
}

type TimeZoneProps = { timeZone: string; onChange: (timeZone: string) => void; isDisabled: boolean }

function TimeZonePanel({ timeZone, onChange, isDisabled }: TimeZoneProps) {
  const now = useNow()
  const zones = useMemo(() => zonesWith(timeZone), [timeZone])
  return (
    <Panel title="Time zone" note="Used for all times in the dashboard and all times offered to callers.">
      <div className="max-w-112">
        <Combobox
          label="Time zone"
          isLabelHidden
          options={zones}
          value={timeZone}
          onChange={(zone) => zone && onChange(zone)}
          nothingFound="No matching time zone. Try the nearest large city."
          isDisabled={isDisabled}
        />
        <p className="mt-2 min-h-[1lh] text-muted-foreground">
          {now && `Local time: ${formatTime(now, timeZone)}, ${formatDay(now, timeZone)}.`}
        </p>
      </div>
    </Panel>
  )
}

type Draft = { timeZone: string; hours: OpeningHours; crews: CrewDraft[]; greeting: string }

const NO_CREW = { name: '', zips: '' }

function draftOf({ timeZone, hours, serviceArea, greeting }: SettingsRecord): Draft {
  const crews = serviceArea.length > 0 ? crewsOf(serviceArea) : [NO_CREW]
  return { timeZone, hours, crews: crews.map((crew, id) => ({ ...crew, id })), greeting: greeting ?? '' }
}

const changeOf = ({ timeZone, hours, crews, greeting }: Draft): TypedChange => ({
  timeZone,
  hours,
  serviceArea: areaOf(crews),
  greeting: greeting.trim() || null,
})

const problemsOf = ({ crews }: Draft) => areaProblems(crews)

const GREETING_LENGTH = 400

type GreetingProps = { greeting: string; onChange: (greeting: string) => void; problem: string | undefined }

function GreetingPanel({ greeting, onChange, problem }: GreetingProps) {
  return (
    <Panel title="Greeting" note="The first thing callers hear. The assistant always adds that it’s automated.">
      <TextArea
        label="Greeting"
        isLabelHidden
        rows={5}
        maxLength={GREETING_LENGTH}
        placeholder="Default greeting with your company’s name"
        value={greeting}
        error={problem}
        hint={`${greeting.length} of ${GREETING_LENGTH} characters`}
        onChange={({ target }) => onChange(target.value)}
      />
    </Panel>
  )
}

type BusinessProps = { reader: Reader; mayChange: boolean }

function Business({ reader, settings, mayChange }: BusinessProps & { settings: SettingsRecord }) {
  const form = useSettingsForm({ reader, settings, draftOf, changeOf, problemsOf })
  const { draft, edit, problems } = form
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <OpeningHoursPanel hours={draft.hours} onChange={(hours) => edit({ hours })} problems={problems} />
          <div className="grid min-w-0 gap-5">
            <TimeZonePanel
              timeZone={draft.timeZone}
              onChange={(timeZone) => edit({ timeZone })}
              isDisabled={!mayChange}
            />
            <GreetingPanel
              greeting={draft.greeting}
              onChange={(greeting) => edit({ greeting })}
              problem={problems.greeting}
            />
          </div>
        </div>
        <ServiceAreaPanel
          crews={draft.crews}
          onChange={(crews) => edit({ crews })}
          problems={problems}
          isDirty={form.isDirty}
        />
      </fieldset>
      <ForwardingPanel reader={reader} settings={settings} mayChange={mayChange} />
      <SaveBar {...form} />
    </div>
  )
}

export function BusinessSettings({ hasFailed, ...props }: BusinessProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      what="The settings"
      query={dashboardQuery('settings', settingsRecord, props.reader)}
      hasFailed={hasFailed}
    >
      {(settings) => <Business {...props} settings={settings} />}
    </QueryResult>
  )
}
