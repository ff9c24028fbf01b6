import { stegaClean } from 'next-sanity'

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The day something was published, for readers and machines; nothing while a draft has none. */
export function PublishedDate({ date, className }: { date: string | null; className?: string }) {
  const time = Date.parse(stegaClean(date) ?? '')
  if (Number.isNaN(time)) return null
  return (
    <time dateTime={new Date(time).toISOString()} className={className}>
      {format.format(time)}
    </time>
  )
}
