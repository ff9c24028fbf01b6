import type { Words } from '@/lib/words.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import type { PRESS_KIT_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'

const UNITS = ['bytes', 'KB', 'MB', 'GB']

/** Bytes in words, for example `1.4 MB` (1 KB is 1000 bytes); undefined when unknown. */
export function fileSize(bytes: number | null | undefined): string | undefined {
  if (bytes === null || bytes === undefined || bytes < 0) return undefined
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`
}

type Downloads = NonNullable<PRESS_KIT_QUERY_RESULT>['downloads']

/** As a file of its own name, which the Content Lake serves with `dl` in the query. */
function downloadHref(file: { url: string | null; originalFilename: string | null }): string | undefined {
  return file.url ? `${file.url}?dl=${encodeURIComponent(file.originalFilename ?? '')}` : undefined
}

/** The files of the press kit. One whose upload is not finished is left out. */
function PressDownloads({ downloads }: { downloads: Downloads }) {
  const ready = downloads?.filter(({ file }) => file?.url) ?? []
  if (ready.length === 0) return null
  return (
    <ul className="border-t">
      {ready.map(({ _key, label, description, file }) => (
        <li key={_key} className="relative border-b py-5">
          <p className="flex items-baseline justify-between gap-4">
            <Link href={file && downloadHref(file)} className="card-link font-medium" download>
              {label}
            </Link>
            <span className="label flex-none text-muted-foreground">
              {[file?.extension?.toUpperCase(), fileSize(file?.size)].filter(Boolean).join(', ')}
            </span>
          </p>
          {description && <p className="label mt-1 text-muted-foreground">{description}</p>}
        </li>
      ))}
    </ul>
  )
}

/** What a journalist needs: words to quote, files to print, somebody to ask. */
export function PressKit({ kit, words }: { kit: PRESS_KIT_QUERY_RESULT; words: Words['press'] }) {
  if (!kit) return null
  return (
    <section className="border-y bg-muted">
      <div className="wrap section grid gap-x-12 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-6">
          <h2 className="text-title">{kit.heading}</h2>
          {kit.intro && <p className="mt-5 max-w-lead text-lead text-muted-foreground">{kit.intro}</p>}
          {kit.contactEmail && (
            <p className="mt-7">
              <ButtonLink href={`mailto:${kit.contactEmail}`} variant="quiet">
                {kit.contactEmail}
              </ButtonLink>
            </p>
          )}
        </div>
        <div className="flex flex-col gap-10 lg:col-span-6">
          {kit.boilerplate && (
            <div>
              <h3 className="text-xl">{words.boilerplate}</h3>
              <p className="mt-4 max-w-text whitespace-pre-line text-muted-foreground">{kit.boilerplate}</p>
            </div>
          )}
          <PressDownloads downloads={kit.downloads} />
        </div>
      </div>
    </section>
  )
}
