import { stegaClean } from 'next-sanity'
import { ContentImage } from '../../ui/image.tsx'
import { CardLink } from '../../ui/link.tsx'

/** The format uses UTC, so that a date without a time is the same day in every time zone. */
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function formatLongDate(date: string | null): string | undefined {
  const time = Date.parse(stegaClean(date) ?? '')
  return Number.isNaN(time) ? undefined : dateFormat.format(time)
}

export function PublishedDate({ date, className }: { date: string | null; className?: string }) {
  const text = formatLongDate(date)
  if (!date || !text) return null
  return (
    <time dateTime={new Date(stegaClean(date)).toISOString()} className={className}>
      {text}
    </time>
  )
}

const COVER_RATIO = 3 / 2

type DatedRowProps = {
  entry: { title: string | null; publishedAt: string | null; cover: Parameters<typeof ContentImage>[0]['source'] }
  href: string | undefined
  text: string | null
  level: 2 | 3
}

export function DatedRow({ entry: { title, publishedAt, cover }, href, text, level }: DatedRowProps) {
  const Title = `h${level}` as const
  return (
    <li className="group relative grid gap-x-12 gap-y-1.5 border-b py-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <PublishedDate date={publishedAt} className="label text-muted-foreground" />
      <div className="items-start gap-x-8 sm:grid sm:grid-cols-[minmax(0,1fr)_9rem]">
        <div>
          <Title className="text-card-title/[1.15] max-sm:text-xl/[1.2]">
            <CardLink href={href}>{title}</CardLink>
          </Title>
          <p className="mt-2.5 text-muted-foreground">{text}</p>
        </div>
        <ContentImage
          source={cover && { ...cover, caption: null }}
          width={144}
          aspectRatio={COVER_RATIO}
          sizes="9rem"
          className="max-sm:hidden"
          imageClassName="outline -outline-offset-1 outline-border"
          hasPlaceholder={false}
        />
      </div>
    </li>
  )
}
