/** The first stop of the keyboard on every page: seen only while it has the focus. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a href="#content" className="fixed top-2 left-2 z-60 rounded-lg bg-ink px-4 py-3 text-paper not-focus:-top-20">
      {label}
    </a>
  )
}
