import { useState } from 'react'
import {
  CLOSED_DAY_KINDS,
  type ClosedDayKind,
  type ClosedDays,
  MAX_CLOSED_DAY_NAME_LENGTH,
  MAX_CLOSED_DAYS,
} from '@/lib/dashboard/model/closed-days.ts'
import { listFederalHolidays } from '@/lib/dashboard/model/federal-holidays.ts'
import { type DayKey, formatDayKey, toDayKey } from '@/lib/platform/time/zone.ts'
import { formatCount } from '@/lib/values/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { labelClass } from '../../ui/input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Problems } from '../use-versioned-form.ts'
import { useOrderedRows } from './ordered-rows.tsx'
import { TimeRange } from './time-range.tsx'

/**
 * Row of the form. `hours` keeps the entered hours while another type is selected. `isPast` is that of the stored
 * entry, so that a row stays in place while the user edits its dates.
 */
export type ClosedDayDraft = Omit<ClosedDays[number], 'hours'> & {
  key: number
  hours: { from: string; to: string }
  isPast: boolean
}

const DEFAULT_HOURS = { from: '08:00', to: '12:00' }

export const toClosedDayDrafts = (closedDays: ClosedDays, today: DayKey): ClosedDayDraft[] =>
  closedDays
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ hours, ...entry }, key) => ({ ...entry, key, hours: hours ?? DEFAULT_HOURS, isPast: entry.to < today }))

export const toClosedDays = (drafts: readonly ClosedDayDraft[]): ClosedDays =>
  drafts.map(({ key: _key, isPast: _isPast, hours, name, ...draft }) => ({
    ...draft,
    name: name.trim(),
    hours: draft.kind === 'hours' ? hours : null,
  }))

const KIND_OPTIONS = Object.entries(CLOSED_DAY_KINDS).map(([value, label]) => ({
  value: value as ClosedDayKind,
  label,
}))

type EntryProps = {
  entry: ClosedDayDraft
  position: number
  problems: Problems
  isDisabled: boolean
  onChange: (part: Partial<ClosedDayDraft>) => void
  onRemove: () => void
}

function formatEntryName({ name, from }: ClosedDayDraft, position: number): string {
  if (name.trim()) return name.trim()
  return from ? formatDayKey(from) : `entry ${position + 1}`
}

function Entry({ entry, position, problems, isDisabled, onChange, onRemove }: EntryProps) {
  const { from, to, kind, hours, name } = entry
  const fieldPath = `closedDays.${position}`
  const entryName = formatEntryName(entry, position)
  const changeFrom = (day: string) =>
    onChange({ from: day, ...((to === '' || to < day || to === from) && { to: day }) })
  return (
    <li className="border-t border-border py-4 first:border-t-0 first:pt-0">
      <fieldset className="grid grid-cols-2 items-start gap-x-4 gap-y-3 md:grid-cols-[10rem_10rem_11rem_minmax(0,1fr)]">
        <legend className="sr-only">{`Closed days, ${entryName}`}</legend>
        <TextField
          label="First day"
          type="date"
          required
          value={from}
          error={problems[`${fieldPath}.from`]}
          onChange={({ target }) => changeFrom(target.value)}
        />
        <TextField
          label="Last day"
          type="date"
          required
          min={from || undefined}
          value={to}
          error={problems[`${fieldPath}.to`]}
          onChange={({ target }) => onChange({ to: target.value })}
        />
        <Select
          label="Type"
          className="max-md:col-span-2"
          options={KIND_OPTIONS}
          value={kind}
          onChange={(value) => onChange({ kind: value })}
          isDisabled={isDisabled}
        />
        <div className="flex items-start gap-2 max-md:col-span-2">
          <div className="min-w-0 flex-1">
            <TextField
              label="Name"
              autoComplete="off"
              placeholder="Optional"
              maxLength={MAX_CLOSED_DAY_NAME_LENGTH}
              value={name}
              error={problems[`${fieldPath}.name`]}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          </div>
          <IconButton aria-label={`Remove ${entryName}`} className="mt-7" onClick={onRemove}>
            <Icon name="trash" size={18} />
          </IconButton>
        </div>
        {kind === 'hours' && (
          <div className="col-span-full max-w-md">
            <p className={labelClass} aria-hidden="true">
              Open
            </p>
            <TimeRange
              label={`${entryName}, open`}
              range={hours}
              onChange={(range) => onChange({ hours: range })}
              errors={{ from: problems[`${fieldPath}.hours.from`], to: problems[`${fieldPath}.hours.to`] }}
            />
          </div>
        )}
      </fieldset>
    </li>
  )
}

const HOLIDAY_LIST_DAYS = 366

function Holidays({ today, isOn, entries }: { today: DayKey; isOn: boolean; entries: readonly ClosedDayDraft[] }) {
  const [holidays] = useState(() => listFederalHolidays(today, HOLIDAY_LIST_DAYS))
  const hasEntry = (day: DayKey) => entries.some(({ from, to }) => from <= day && day <= to)
  return (
    <ul
      aria-label="Next federal holidays"
      className={`mt-4 columns-[17rem] gap-x-6 ${isOn ? '' : 'text-muted-foreground'}`}
    >
      {holidays.map(({ day, name }) => (
        <li key={day} className="flex break-inside-avoid gap-3 py-0.5">
          <span className="w-24 flex-none text-muted-foreground tabular-nums">{formatDayKey(day)}</span>
          <span className="min-w-0">
            {name}
            {isOn && hasEntry(day) && <span className="block text-muted-foreground">Your entry below applies</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

type ClosedDaysProps = {
  entries: readonly ClosedDayDraft[]
  isClosedOnHolidays: boolean
  timeZone: string
  problems: Problems
  isDisabled: boolean
  onEntries: (entries: ClosedDayDraft[]) => void
  onHolidays: (isClosed: boolean) => void
}

export function ClosedDaysPanel({
  entries,
  isClosedOnHolidays,
  timeZone,
  problems,
  isDisabled,
  onEntries,
  onHolidays,
}: ClosedDaysProps) {
  const [now] = useState(() => new Date())
  const today = toDayKey(now, timeZone)
  const { list, add } = useOrderedRows(entries, onEntries, ({ name }) => name)
  const rows = entries.map((entry, position) => ({
    isPast: entry.isPast,
    row: (
      <Entry
        key={entry.key}
        entry={entry}
        position={position}
        problems={problems}
        isDisabled={isDisabled}
        onChange={(part) => onEntries(entries.with(position, { ...entry, ...part }))}
        onRemove={() => onEntries(entries.toSpliced(position, 1))}
      />
    ),
  }))
  const pastRows = rows.filter(({ isPast }) => isPast)
  return (
    <Panel
      title="Closed days"
      note="Days that differ from your business hours. The assistant offers no visits while you’re closed. Emergencies still page your on-call list."
    >
      <Switch
        label="Closed on US federal holidays"
        description="A holiday on a weekend also closes the Friday or Monday when it is observed."
        isOn={isClosedOnHolidays}
        onChange={onHolidays}
      />
      <Holidays today={today} isOn={isClosedOnHolidays} entries={entries} />
      <h3 className="mt-6 border-t border-border pt-5 text-base leading-tight tracking-normal">Your own days</h3>
      <p className="mt-1 max-w-text text-muted-foreground">
        They override the business hours and the holidays above. Callers hear the name.
      </p>
      <ul ref={list} className="mt-4">
        {rows.map(({ isPast, row }) => !isPast && row)}
      </ul>
      {problems.closedDays && <p className="mt-2 font-medium text-primary">{problems.closedDays}</p>}
      {entries.length < MAX_CLOSED_DAYS && (
        <p>
          <Button
            variant="quiet"
            onClick={() => add({ from: '', to: '', kind: 'closed', hours: DEFAULT_HOURS, name: '', isPast: false })}
          >
            <Icon name="plus" size={16} />
            Add closed days
          </Button>
        </p>
      )}
      {pastRows.length > 0 && (
        <details className="mt-4">
          <summary className="flex min-h-11 items-center gap-2 text-muted-foreground">
            <Icon name="down" size={14} />
            {formatCount(pastRows.length, 'past entry', 'past entries')}
          </summary>
          <ul className="mt-2">{pastRows.map(({ row }) => row)}</ul>
        </details>
      )}
    </Panel>
  )
}
