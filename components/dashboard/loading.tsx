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
