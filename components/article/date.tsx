import { stegaClean } from 'next-sanity'

/** In UTC, because a date without a time is the same day everywhere. */
const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A date in words; undefined while a draft has none. */
export function longDate(date: string | null): string | undefined {
  const time = Date.parse(stegaClean(date) ?? '')
  return Number.isNaN(time) ? undefined : format.format(time)
}

/** The day something was published, for readers and machines; nothing while a draft has none. */
export function PublishedDate({ date, className }: { date: string | null; className?: string }) {
  const text = longDate(date)
  if (!date || !text) return null
  return (
    <time dateTime={new Date(stegaClean(date)).toISOString()} className={className}>
      {text}
    </time>
  )
}
