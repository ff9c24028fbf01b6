import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import type { DocLink } from './doc-neighbours.ts'
import { docHref } from '../ui/hrefs.ts'

type DocStepsProps = { previous: DocLink | undefined; next: DocLink | undefined }

/** The pages before and after this one. */
export function DocSteps({ previous, next }: DocStepsProps) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Previous and next page" className="mt-16 grid gap-4 border-t border-line pt-6 sm:grid-cols-2">
      {previous && (
        <Link href={docHref(previous)} rel="prev" className="step-link">
          <Icon name="arrow" size={20} className="rotate-180" />
          <span>
            <span className="label block text-muted">Previous</span>
            {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link href={docHref(next)} rel="next" className="step-link sm:col-start-2 sm:justify-end sm:text-right">
          <span>
            <span className="label block text-muted">Next</span>
            {next.title}
          </span>
          <Icon name="arrow" size={20} />
        </Link>
      )}
    </nav>
  )
}
