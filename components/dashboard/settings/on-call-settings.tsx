'use client'

import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { toE164 } from '@/lib/values/phone-number.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/dashboard/settings/input.ts'
import { findUncoveredHours } from '@/lib/dashboard/settings/on-call-hours.ts'
import { MAX_ON_CALL } from '@/lib/dashboard/model/organization-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { useOrderedRows, MoveButtons } from './ordered-rows.tsx'
import { SaveBar } from './save-bar.tsx'
import { formatClockTime, TimeRange } from './time-range.tsx'
import { type SettingsChangeInput, useSettingsForm } from './use-settings-form.ts'
import type { Member } from '../account-context.ts'
import { useMembers } from '../use-account.ts'
import { formatList } from '@/lib/values/format.ts'
import type { Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Select } from '../../ui/select.tsx'
import type { Problems } from '../use-versioned-form.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { labelClass } from '../../ui/input.tsx'
import { TextLink } from '../page.tsx'

type PersonDraft = {
  key: number
  name: string
  phone: string
  hours: { from: string; to: string } | null
  memberId?: string | undefined
}

const DEFAULT_ON_CALL_HOURS = { from: '18:00', to: '07:00' }

const HOURS_OPTIONS = [
  { value: 'always', label: 'Anytime' },
  { value: 'hours', label: 'Certain hours' },
] as const

type PersonProps = {
  person: PersonDraft
  position: number
  count: number
  hasLeft: boolean
  problems: Problems
  isDisabled: boolean
  onChange: (part: Partial<PersonDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  ref?: Ref<HTMLLIElement>
}

function Hours({
  person,
  problem,
  isDisabled,
  onChange,
}: {
  person: PersonDraft
  problem: string | undefined
  isDisabled: boolean
  onChange: PersonProps['onChange']
}) {
  const { hours, name } = person
  return (
    <>
      <Select
        label="Availability"
        options={HOURS_OPTIONS}
        value={hours ? 'hours' : 'always'}
        onChange={(choice) => onChange({ hours: choice === 'hours' ? DEFAULT_ON_CALL_HOURS : null })}
        isDisabled={isDisabled}
      />
      {hours && (
        <div>
          <p className={labelClass} aria-hidden="true">
            Hours
          </p>
          <TimeRange
            label={`${name || 'This person'}, on call`}
            range={hours}
            onChange={(range) => onChange({ hours: range })}
          />
          {problem && <p className="mt-1.5 font-medium text-primary">{problem}</p>}
        </div>
      )}
    </>
  )
}

function OnCallPerson({
  person,
  position,
  count,
  hasLeft,
  problems,
  isDisabled,
  onChange,
  onMove,
  onRemove,
  ref,
}: PersonProps) {
  const { name, phone, memberId } = person
  const fieldPath = `onCall.${position}`
  const personLabel = name.trim() || `person ${position + 1}`
  const hoursProblem =
    problems[`${fieldPath}.hours.from`] ?? problems[`${fieldPath}.hours.to`] ?? problems[`${fieldPath}.hours`]
  return (
    <li
      ref={ref}
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-3 border-t border-border py-5 first:border-t-0 first:pt-0"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <span className="grid size-7 place-items-center rounded-full border border-input">{position + 1}</span>
        {position === 0 ? 'First' : 'Next'}
        {memberId && !hasLeft && <Badge>Team member</Badge>}
        {hasLeft && <Badge tone="primary">No longer on your team</Badge>}
      </p>
      <div className="flex items-center">
        <MoveButtons name={personLabel} position={position} count={count} onMove={onMove} />
        <IconButton aria-label={`Remove ${personLabel}`} onClick={onRemove}>
          <Icon name="trash" size={18} />
        </IconButton>
      </div>
      <div className="col-span-full grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] items-start gap-x-4 gap-y-3">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={120}
          value={name}
          error={problems[`${fieldPath}.name`]}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="off"
          placeholder="(212) 555-0142"
          value={phone}
          error={problems[`${fieldPath}.phone`]}
          onChange={({ target }) => onChange({ phone: target.value })}
        />
        <Hours person={person} problem={hoursProblem} isDisabled={isDisabled} onChange={onChange} />
      </div>
      {hasLeft && (
        <p className="col-span-full text-muted-foreground">
          Remove {personLabel} if they no longer answer this number.
        </p>
      )}
    </li>
  )
}

type Draft = { people: PersonDraft[]; pagingMinutes: string }

const toDraft = ({ onCall, pagingMinutes }: SettingsRecord): Draft => ({
  people: onCall.map((person, key) => ({ ...person, key, phone: formatPhone(person.phone) })),
  pagingMinutes: String(pagingMinutes),
})

/** Normalizes phone numbers, so that a different notation is not a change. Invalid numbers stay unchanged. */
const toChange = ({ people, pagingMinutes }: Draft): SettingsChangeInput => ({
  onCall: people.map(({ key: _key, phone, ...person }) => ({ ...person, phone: toE164(phone) ?? phone })),
  pagingMinutes: Number(pagingMinutes || Number.NaN),
})

function Coverage({ people }: { people: readonly PersonDraft[] }) {
  const gaps = people.length > 0 ? findUncoveredHours(people) : []
  if (gaps.length === 0) return null
  const list = formatList(gaps.map(({ from, to }) => `${formatClockTime(from)} to ${formatClockTime(to)}`))
  return (
    <p className="mt-4 rounded-lg bg-primary-muted px-4 py-3">
      <strong className="text-primary">{`No one is on call from ${list}.`}</strong> An emergency in those hours won’t
      reach anyone on this list.
    </p>
  )
}

type AddPersonProps = {
  team: Member[]
  people: readonly PersonDraft[]
  onAdd: (person: Omit<PersonDraft, 'key'>) => void
}

function AddPerson({ team, people, onAdd }: AddPersonProps) {
  const availableMembers = team.filter(({ id }) => people.every(({ memberId }) => memberId !== id))
  const emptyPerson = { name: '', phone: '', hours: null }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {availableMembers.length > 0 && (
        <DropdownMenu
          label="Add a team member"
          align="start"
          entries={availableMembers.map(({ id, name }) => ({
            label: name,
            onSelect: () => onAdd({ ...emptyPerson, name, memberId: id }),
          }))}
        />
      )}
      <Button variant="quiet" onClick={() => onAdd(emptyPerson)}>
        Add someone outside your team
      </Button>
    </div>
  )
}

type OnCallProps = { reader: Reader; canChange: boolean }

function OnCall({ reader, settings, canChange }: OnCallProps & { settings: SettingsRecord }) {
  const form = useSettingsForm({ reader, settings, toDraft, toChange })
  const { members: team, isComplete } = useMembers()
  const { people, pagingMinutes } = form.draft
  const hasLeftOrganization = ({ memberId }: PersonDraft) =>
    isComplete && memberId !== undefined && !team.some(({ id }) => id === memberId)

  const { list, said, add, move } = useOrderedRows(
    people,
    (rows) => form.edit({ people: rows }),
    ({ name }) => name || 'This person',
  )
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!canChange} className="grid min-w-0 gap-5">
        <Panel
          title="On-call order"
          note="In an emergency, we call and text the first person. If they don’t answer, we try the next."
        >
          {people.length > 0 ? (
            <ul ref={list}>
              {people.map((person, position) => (
                <OnCallPerson
                  key={person.key}
                  person={person}
                  position={position}
                  count={people.length}
                  hasLeft={hasLeftOrganization(person)}
                  problems={form.problems}
                  isDisabled={!canChange}
                  onChange={(part) => form.edit({ people: people.with(position, { ...person, ...part }) })}
                  onMove={(offset) => move(position, offset)}
                  onRemove={() => form.edit({ people: people.toSpliced(position, 1) })}
                />
              ))}
            </ul>
          ) : (
            <Empty icon="bell" title="No one on call yet">
              Add the person to call when a caller smells gas at night, and a backup.
            </Empty>
          )}
          <Coverage people={people} />
          {canChange && people.length < MAX_ON_CALL && (
            <AddPerson team={team} people={people} onAdd={(person) => add(person, person.name ? 1 : 0)} />
          )}
          <output className="sr-only">{said}</output>
        </Panel>
        <Panel title="Escalation">
          <div className="max-w-52">
            <TextField
              label="Minutes before trying the next person"
              type="number"
              inputMode="numeric"
              min={1}
              max={60}
              value={pagingMinutes}
              error={form.problems.pagingMinutes}
              onChange={({ target }) => form.edit({ pagingMinutes: target.value })}
            />
          </div>
          <p className="mt-3 max-w-text text-muted-foreground">
            After the last person, we start over. Press 1 to accept the call.{' '}
            <TextLink href={AREAS.team.path}>Your team</TextLink>
          </p>
        </Panel>
      </fieldset>
      <SaveBar {...form} />
    </div>
  )
}

export function OnCallSettings({ hasFailed, ...props }: OnCallProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      subject="The on-call list"
      query={buildDashboardQuery('settings', settingsRecord, props.reader)}
      hasFailed={hasFailed}
    >
      {(settings) => <OnCall {...props} settings={settings} />}
    </QueryResult>
  )
}
