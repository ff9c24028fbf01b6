import type { AlertRecord } from '@/lib/dashboard/model/alert.ts'
import { dayKey, formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import { formatList } from '@/lib/values/format.ts'

type NameOf = (userId: string) => string | undefined

/** Returns text such as "Sam was told at 2:15 AM and took it at 2:17 AM". */
export function alertWords({ told, createdAt, takenAt, takenById }: AlertRecord, nameOf: NameOf, zone: string): string {
  const isOfDay = (moment: string) => dayKey(moment, zone) === dayKey(createdAt, zone)
  const at = (moment: string) =>
    isOfDay(moment) ? formatTime(moment, zone) : `${formatDay(moment, zone)}, ${formatTime(moment, zone)}`
  const named = (userId: string) => nameOf(userId) ?? 'A teammate'
  const heard = told.flatMap(({ userId, at: moment }) => (moment ? [{ userId, moment }] : []))
  const [first, ...others] = heard.map(({ userId, moment }, index) => {
    const name = named(userId)
    if (index > 0) return `${name} at ${at(moment)}`
    return name === 'you' ? `You were notified at ${at(moment)}` : `${name} was notified at ${at(moment)}`
  })
  const tellings = first ? formatList([first, ...others]) : takenAt ? '' : 'No one has been notified yet'
  if (!takenAt) return first ? `${tellings}. No one has taken it yet.` : `${tellings}.`
  const owner = takenById && named(takenById)
  const took = `took it ${isOfDay(takenAt) ? 'at' : 'on'} ${at(takenAt)}`
  if (!owner) return [tellings, `Taken at ${at(takenAt)}`].filter(Boolean).join('. ')
  if (heard.length === 1 && heard[0]?.userId === takenById) return `${tellings} and ${took}`
  const taken = `${owner === 'you' ? 'You' : owner} ${took}`
  return [tellings, taken].filter(Boolean).join('. ')
}

export const mainAlert = (alerts: AlertRecord[]): AlertRecord | undefined =>
  alerts.findLast(({ takenAt }) => takenAt === null) ?? alerts.at(-1)
