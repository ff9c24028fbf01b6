'use client'

import { Button } from '../ui/button.tsx'
import { useClerkStatus, useLoadFailure } from './clerk-status.ts'
import { type Help, Notice } from './notice.tsx'

const BASE_HEIGHT_REM = 10.86
const FIELD_HEIGHT_REM = 6.17

/** Renders a placeholder with the size of the form's card, so that loading the form does not shift the layout. */
function CardSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <output
      className="grid content-start gap-6 panel p-8"
      style={{ minHeight: `${BASE_HEIGHT_REM + rows * FIELD_HEIGHT_REM}rem` }}
    >
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <span key={row} className="rounded-xl bg-muted h-11 w-full" />
      ))}
    </output>
  )
}

const retryButton = <Button onClick={() => window.location.reload()}>Try again</Button>

type Props = {
  label: string
  rows: number
  help: Help
}

export function PendingForm({ label, rows, help }: Props) {
  if (!useLoadFailure(true)) {
    return (
      <>
        <CardSkeleton rows={rows} label={label} />
        <noscript>
          <p className="mt-4 text-muted-foreground">
            This form needs JavaScript. Turn it on for this site, then reload the page.
          </p>
        </noscript>
      </>
    )
  }
  return (
    <div role="alert">
      <Notice label="Form unavailable" heading="The form didn’t load" action={retryButton} help={help}>
        <p>Your connection or an ad blocker may have stopped it, or our sign-in service is down. Your data is safe.</p>
      </Notice>
    </div>
  )
}

export function DegradedNote({
  className = 'mt-4 block px-2 text-note text-muted-foreground',
}: {
  className?: string
}) {
  if (useClerkStatus() !== 'degraded') return null
  return (
    <output className={className}>
      Our sign-in service is having trouble. If a step fails, wait a minute and try again.
    </output>
  )
}
