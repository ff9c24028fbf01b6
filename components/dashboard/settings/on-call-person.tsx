'use client'

import type { Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TimeRange } from './time-range.tsx'
import type { Problems } from './use-settings-form.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { labelClass } from '../../ui/input.tsx'

/** Somebody on call as they are typed; `key` tells them apart while they change places. */
export type PersonDraft = {
  key: number
  name: string
  phone: string
  hours: { from: string; to: string } | null
  memberId?: string | undefined
}

const NIGHT = { from: '18:00', to: '07:00' }

const WHEN = [
  { value: 'always', label: 'At any time' },
  { value: 'hours', label: 'In certain hours' },
] as const

type PersonProps = {
  person: PersonDraft
  position: number
  count: number
  /** Whether they were in the team and are no longer. */
  hasLeft: boolean
  problems: Problems
  isDisabled: boolean
  onChange: (part: Partial<PersonDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** Of the button that was pressed to move them, which keeps the focus. */
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
        label="When"
        options={WHEN}
        value={hours ? 'hours' : 'always'}
        onChange={(when) => onChange({ hours: when === 'hours' ? NIGHT : null })}
        isDisabled={isDisabled}
      />
      {hours && (
        <div>
          <p className={labelClass} aria-hidden="true">
            Hours
          </p>
          <TimeRange
            what={`${name || 'This person'}, on call`}
            range={hours}
            onChange={(range) => onChange({ hours: range })}
          />
          {problem && <p className="mt-1.5 font-medium text-primary">{problem}</p>}
        </div>
      )}
    </>
  )
}

/** One person on call: who it is, which number rings, and when. */
export function OnCallPerson({
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
  const at = `onCall.${position}`
  const who = name.trim() || `person ${position + 1}`
  const hoursProblem = problems[`${at}.hours.from`] ?? problems[`${at}.hours.to`] ?? problems[`${at}.hours`]
  return (
    <li
      ref={ref}
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-3 border-t border-border py-5 first:border-t-0 first:pt-0"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <span className="grid size-7 place-items-center rounded-full border border-input">{position + 1}</span>
        {position === 0 ? 'Woken first' : 'Woken next'}
        {memberId && !hasLeft && <Badge>In your team</Badge>}
        {hasLeft && <Badge tone="primary">Has left your team</Badge>}
      </p>
      <div className="flex items-center">
        <IconButton aria-label={`Move ${who} up`} data-move="-1" disabled={position === 0} onClick={() => onMove(-1)}>
          <Icon name="up" size={18} />
        </IconButton>
        <IconButton
          aria-label={`Move ${who} down`}
          data-move="1"
          disabled={position === count - 1}
          onClick={() => onMove(1)}
        >
          <Icon name="down" size={18} />
        </IconButton>
        <IconButton aria-label={`Take ${who} off the list`} onClick={onRemove}>
          <Icon name="trash" size={18} />
        </IconButton>
      </div>
      <div className="col-span-full grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] items-start gap-x-4 gap-y-3">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={120}
          value={name}
          error={problems[`${at}.name`]}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label="Number that rings"
          type="tel"
          autoComplete="off"
          placeholder="(212) 555-0142"
          value={phone}
          error={problems[`${at}.phone`]}
          onChange={({ target }) => onChange({ phone: target.value })}
        />
        <Hours person={person} problem={hoursProblem} isDisabled={isDisabled} onChange={onChange} />
      </div>
      {hasLeft && (
        <p className="col-span-full text-muted-foreground">
          Take {who} off the list if the number is no longer theirs to answer.
        </p>
      )}
    </li>
  )
}
