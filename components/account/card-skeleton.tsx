const REM_WITHOUT_FIELDS = 15.5
const REM_OF_FIELD = 6.25

/** As large as the card it stands for, with a row for each field. */
export function CardSkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <output
      className="account-skeleton rounded-2xl border border-line bg-raised"
      style={{ minHeight: `${REM_WITHOUT_FIELDS + rows * REM_OF_FIELD}rem` }}
    >
      <span className="sr-only">{label}</span>
      <div className="account-bone h-6 w-1/2" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="account-bone h-11 w-full" />
      ))}
      <div className="account-bone h-11 w-full" />
    </output>
  )
}
