import type { AlertRecord } from '@/lib/dashboard/model/alert.ts'
import { toDayKey, formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import { formatList } from '@/lib/values/format.ts'

type GetName = (userId: string) => string | undefined

/** Returns text such as "Sam was notified at 2:15 AM and took it at 2:17 AM". */
export function formatAlertHistory(
  { told, createdAt, takenAt, takenById }: AlertRecord,
  getName: GetName,
  zone: string,
): string {
  const isSameDay = (moment: string) => toDayKey(moment, zone) === toDayKey(createdAt, zone)
  const formatMoment = (moment: string) =>
    isSameDay(moment) ? formatTime(moment, zone) : `${formatDay(moment, zone)}, ${formatTime(moment, zone)}`
  const getDisplayName = (userId: string) => getName(userId) ?? 'A teammate'
  const sentNotices = told.flatMap(({ userId, at: moment }) => (moment ? [{ userId, moment }] : []))
  const [first, ...otherTexts] = sentNotices.map(({ userId, moment }, index) => {
    const name = getDisplayName(userId)
    if (index > 0) return `${name} at ${formatMoment(moment)}`
    return name === 'you'
      ? `You were notified at ${formatMoment(moment)}`
      : `${name} was notified at ${formatMoment(moment)}`
  })
  const notificationText = first ? formatList([first, ...otherTexts]) : takenAt ? '' : 'No one has been notified yet'
  if (!takenAt) return first ? `${notificationText}. No one has taken it yet.` : `${notificationText}.`
  const owner = takenById && getDisplayName(takenById)
  const claimText = `took it ${isSameDay(takenAt) ? 'at' : 'on'} ${formatMoment(takenAt)}`
  if (!owner) return [notificationText, `Taken at ${formatMoment(takenAt)}`].filter(Boolean).join('. ')
  if (sentNotices.length === 1 && sentNotices[0]?.userId === takenById) return `${notificationText} and ${claimText}`
  const claimSentence = `${owner === 'you' ? 'You' : owner} ${claimText}`
  return [notificationText, claimSentence].filter(Boolean).join('. ')
}

export const findMainAlert = (alerts: AlertRecord[]): AlertRecord | undefined =>
  alerts.findLast(({ takenAt }) => takenAt === null) ?? alerts.at(-1)
