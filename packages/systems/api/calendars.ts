import { z } from 'zod'
import { sampleBusy, type SampleCalendar, type Times } from '../sample-data.ts'
import type { Entry, Store } from '../store.ts'
import type { SystemName } from '../systems.ts'

/** A calendar as each system has it in its own form. */
export type Calendar = { id: string; name: string; isMain: boolean; sample?: SampleCalendar }

/** Those that an account has from the beginning, and those that applications made in it. */
export function calendarsOf(store: Store, system: SystemName, account: string): Calendar[] {
  const own = store.calendars.list(system, account).map(({ id, name }) => ({ id, name, isMain: false }))
  return [
    { id: `${account}@example.com`, name: 'Office', isMain: true, sample: 'office' },
    { id: `${account}+crew@example.com`, name: 'Crew', isMain: false, sample: 'crew' },
    ...own,
  ]
}

const timesOf = ({ startsAt, endsAt }: Entry): Times => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) })

/** When a calendar is busy within a period, the first times first. */
export function busyIn(store: Store, { id, sample }: Calendar, period: Times): Times[] {
  if (sample) return sampleBusy(sample, period)
  return store.entries
    .list(id)
    .map(timesOf)
    .filter(({ from, to }) => from < period.to && to > period.from)
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** A moment that somebody sends, with its distance from UTC. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
