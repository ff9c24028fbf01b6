import { ContentImage } from '../ui/image.tsx'
import { Link } from '../ui/link.tsx'
import { PublishedDate } from './date.tsx'

const RATIO = 3 / 2

type DatedRowProps = {
  entry: { title: string | null; publishedAt: string | null; cover: Parameters<typeof ContentImage>[0]['source'] }
  href: string | undefined
  text: string | null
  /** Level of the title in the outline of the page. */
  level: 2 | 3
}

/**
 * An entry of a list by days, as wide as the page: its day, what it is about, and where there is room its picture; the whole
 * row is the link.
 */
export function DatedRow({ entry: { title, publishedAt, cover }, href, text, level }: DatedRowProps) {
  const Title = `h${level}` as const
  return (
    <li className="group relative grid gap-x-12 gap-y-1.5 border-b py-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <PublishedDate date={publishedAt} className="label text-muted-foreground" />
      <div className="items-start gap-x-8 sm:grid sm:grid-cols-[minmax(0,1fr)_9rem]">
        <div>
          <Title className="text-card-title/[1.15] max-sm:text-xl/[1.2]">
            <Link href={href} className="card-link">
              {title}
            </Link>
          </Title>
          <p className="mt-2.5 text-muted-foreground">{text}</p>
        </div>
        <ContentImage
          source={cover && { ...cover, caption: null }}
          width={144}
          aspectRatio={RATIO}
          sizes="9rem"
          className="max-sm:hidden"
          imageClassName="outline -outline-offset-1 outline-border"
          hasPlaceholder={false}
        />
      </div>
    </li>
  )
}
