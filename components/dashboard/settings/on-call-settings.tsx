'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AREAS } from '@/lib/auth/access-table.ts'
import { formatPhone } from '@/lib/phone.ts'
import { toE164 } from '@/lib/phone-number.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/settings/input.ts'
import { hoursWithoutAnybody } from '@/lib/settings/on-call-hours.ts'
import { MAX_ON_CALL } from '@/lib/settings/organization-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/empty.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { OnCallPerson, type PersonDraft } from './on-call-person.tsx'
import { SaveBar } from './save-bar.tsx'
import { type TypedChange, useSettingsForm } from './use-settings-form.ts'
import { type Member, useMembers } from '../use-members.ts'

type Draft = { people: PersonDraft[]; pagingMinutes: string }

const draftOf = ({ onCall, pagingMinutes }: SettingsRecord): Draft => ({
  people: onCall.map((person, key) => ({ ...person, key, phone: formatPhone(person.phone) })),
  pagingMinutes: String(pagingMinutes),
})

/** As it is stored, so that another way to write a number is no change; what is no number stays as it was typed. */
const changeOf = ({ people, pagingMinutes }: Draft): TypedChange => ({
  onCall: people.map(({ key: _key, phone, ...person }) => ({ ...person, phone: toE164(phone) ?? phone })),
  pagingMinutes: Number(pagingMinutes || Number.NaN),
})

const time = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const half = hours < 12 ? 'AM' : 'PM'
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`
}

/** Says when an emergency wakes nobody. */
function Coverage({ people }: { people: readonly PersonDraft[] }) {
  const gaps = people.length > 0 ? hoursWithoutAnybody(people) : []
  if (gaps.length === 0) return null
  const list = new Intl.ListFormat('en-US').format(gaps.map(({ from, to }) => `${time(from)} to ${time(to)}`))
  return (
    <p className="mt-4 rounded-lg bg-primary-muted px-4 py-3">
      <strong className="text-primary">{`Nobody is on call from ${list}.`}</strong> An emergency in that time wakes
      nobody on this list.
    </p>
  )
}

type AddProps = {
  team: Member[]
  people: readonly PersonDraft[]
  onAdd: (person: Omit<PersonDraft, 'key'>) => void
}

function Add({ team, people, onAdd }: AddProps) {
  const others = team.filter(({ id }) => people.every(({ memberId }) => memberId !== id))
  const blank = { name: '', phone: '', hours: null }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {others.length > 0 && (
        <DropdownMenu
          label="Add somebody of your team"
          align="start"
          entries={others.map(({ id, name }) => ({
            label: name,
            onSelect: () => onAdd({ ...blank, name, memberId: id }),
          }))}
        />
      )}
      <Button variant="quiet" onClick={() => onAdd(blank)}>
        Add somebody else
      </Button>
    </div>
  )
}

type OnCallProps = { reader: Reader; mayChange: boolean }

function OnCall({ reader, settings, mayChange }: OnCallProps & { settings: SettingsRecord }) {
  const form = useSettingsForm({ reader, settings, draftOf, changeOf })
  const { members: team, isComplete } = useMembers()
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState('')
  const { people, pagingMinutes } = form.draft
  const hasLeft = ({ memberId }: PersonDraft) =>
    isComplete && memberId !== undefined && !team.some(({ id }) => id === memberId)

  const add = (person: Omit<PersonDraft, 'key'>) => {
    const key = Math.max(-1, ...people.map((each) => each.key)) + 1
    flushSync(() => form.edit({ people: [...people, { ...person, key }] }))
    const inputs = list.current?.lastElementChild?.querySelectorAll('input')
    inputs?.[person.name ? 1 : 0]?.focus()
  }

  /** The button stays under the finger: pressed again, it moves the same person on. */
  const move = (from: number, by: -1 | 1) => {
    const to = from + by
    const person = people[from]
    const other = people[to]
    if (!person || !other) return
    flushSync(() => form.edit({ people: people.with(from, other).with(to, person) }))
    const row = list.current?.children[to]
    const button = row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:not(:disabled)`)
    const opposite = row?.querySelector<HTMLButtonElement>(`[data-move="${-by}"]`)
    ;(button ?? opposite)?.focus()
    setMoved(`${person.name || 'This person'} is now number ${to + 1} of ${people.length}.`)
  }

  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <Panel
          title="Who is woken"
          note="In an emergency the first person is called and texted at the same time; without an answer the next one is."
        >
          {people.length > 0 ? (
            <ul ref={list}>
              {people.map((person, position) => (
                <OnCallPerson
                  key={person.key}
                  person={person}
                  position={position}
                  count={people.length}
                  hasLeft={hasLeft(person)}
                  problems={form.problems}
                  isDisabled={!mayChange}
                  onChange={(part) => form.edit({ people: people.with(position, { ...person, ...part }) })}
                  onMove={(by) => move(position, by)}
                  onRemove={() => form.edit({ people: people.toSpliced(position, 1) })}
                />
              ))}
            </ul>
          ) : (
            <Empty icon="bell" title="Nobody is woken yet">
              Name the person whose phone rings at night when a caller smells gas, and a second one.
            </Empty>
          )}
          <Coverage people={people} />
          {mayChange && people.length < MAX_ON_CALL && <Add team={team} people={people} onAdd={add} />}
          <output className="sr-only">{moved}</output>
        </Panel>
        <Panel title="How long it rings">
          <div className="max-w-52">
            <TextField
              label="Minutes until the next person"
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
            After the last person it begins again with the first. Who answers presses 1 to take it.{' '}
            <Link href={AREAS.team.path} className="text-link">
              Your team
            </Link>
          </p>
        </Panel>
      </fieldset>
      <SaveBar {...form} />
    </div>
  )
}

/** Whom an emergency wakes, in order. */
export function OnCallSettings({ hasFailed, ...props }: OnCallProps & { hasFailed: boolean }) {
  return (
    <QueryResult what="The list" query={dashboardQuery('settings', settingsRecord, props.reader)} hasFailed={hasFailed}>
      {(settings) => <OnCall {...props} settings={settings} />}
    </QueryResult>
  )
}
