/** Holds the place of something that is being loaded. */
export function Loading({ label, rows }: { label: string; rows: number }) {
  return (
    <output aria-label={label} className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="dash-bone h-9 w-full" />
      ))}
    </output>
  )
}

/** Says that something did not come, and offers another try. */
export function NotLoaded({ what, retry }: { what: string; retry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p>{what} could not be loaded. The rest of the dashboard works.</p>
      <button type="button" className="button button-quiet" onClick={retry}>
        Try again
      </button>
    </div>
  )
}

/** Above what was read before: says that it could not be read again, and offers another try. */
export function Outdated({ what, isTrying, retry }: { what: string; isTrying: boolean; retry: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <output>{what} could not be refreshed. What you see may be out of date.</output>
      <button type="button" className="button button-quiet" disabled={isTrying} onClick={retry}>
        Try again
      </button>
    </div>
  )
}
