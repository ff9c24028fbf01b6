import type { PRESS_KIT_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { fileSize } from './file-size.ts'

type Downloads = NonNullable<PRESS_KIT_QUERY_RESULT>['downloads']

/** As a file of its own name, which the Content Lake serves with `dl` in the query. */
function downloadHref(file: { url: string | null; originalFilename: string | null }): string | undefined {
  return file.url ? `${file.url}?dl=${encodeURIComponent(file.originalFilename ?? '')}` : undefined
}

/** The files of the press kit. One whose upload is not finished is left out. */
export function PressDownloads({ downloads }: { downloads: Downloads }) {
  const ready = downloads?.filter(({ file }) => file?.url) ?? []
  if (ready.length === 0) return null
  return (
    <ul className="border-t border-line">
      {ready.map(({ _key, label, description, file }) => (
        <li key={_key} className="relative border-b border-line py-5">
          <p className="flex items-baseline justify-between gap-4">
            <Link href={file && downloadHref(file)} className="card-link font-medium" download>
              {label}
            </Link>
            <span className="label flex-none text-muted">
              {[file?.extension?.toUpperCase(), fileSize(file?.size)].filter(Boolean).join(', ')}
            </span>
          </p>
          {description && <p className="label mt-1 text-muted">{description}</p>}
        </li>
      ))}
    </ul>
  )
}
