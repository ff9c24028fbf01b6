'use client'

import { CardSkeleton } from './card-skeleton.tsx'
import type { Help } from './help-line.tsx'
import { Notice } from './notice.tsx'
import { useLoadFailure } from './use-load-failure.ts'

const retry = (
  <button type="button" className="button button-solid cursor-pointer" onClick={() => window.location.reload()}>
    Try again
  </button>
)

type Props = {
  /** What is being waited for, for those who cannot see the skeleton. */
  label: string
  /** Fields that the form begins with. */
  rows: number
  help: Help
}

/** In the place of Clerk's form for as long as it is not there: loading, then what to do. One that comes late is shown. */
export function PendingForm({ label, rows, help }: Props) {
  if (!useLoadFailure(true)) {
    return (
      <>
        <CardSkeleton rows={rows} label={label} />
        <noscript>
          <p className="mt-4 text-muted">
            This form needs JavaScript. Turn it on for this site, then load the page again.
          </p>
        </noscript>
      </>
    )
  }
  return (
    <div role="alert">
      <Notice label="Not loaded" heading="The form did not load" action={retry} help={help}>
        <p>
          Your connection or a blocker in your browser may have stopped it, or our sign-in service is down. Nothing of
          yours is lost.
        </p>
      </Notice>
    </div>
  )
}
