'use client'

import { type OpeningHours, type Weekday, WEEKDAYS } from '@/lib/settings/opening-hours.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeRange } from './time-range.tsx'
import type { Problems } from './use-settings-form.ts'

const NAMES: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** What a day gets that is opened, when no day is open yet. */
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
        label={NAMES[day]}
        isOn={hours !== undefined}
        onChange={(isOpen) => onChange(isOpen ? suggested : undefined)}
      />
      {hours ? (
        <TimeRange
          what={`${NAMES[day]}, open`}
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

/** When the company is open, day by day. */
export function OpeningHoursPanel({ hours, onChange, problems }: OpeningHoursProps) {
  const set = (days: readonly Weekday[], value: Day | undefined) => {
    const entries = WEEKDAYS.map((day) => [day, days.includes(day) ? value : hours[day]] as const)
    onChange(Object.fromEntries(entries.filter(([, open]) => open !== undefined)))
  }
  const suggested = Object.values(hours)[0] ?? USUAL
  return (
    <Panel
      title="Opening hours"
      note="Calls that come in outside of these are those of the night: the morning list begins when you closed."
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
          Copy Monday to Tuesday – Friday
        </Button>
      </p>
    </Panel>
  )
}
