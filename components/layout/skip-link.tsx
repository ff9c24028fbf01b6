/** The first stop of the keyboard on every page: seen only while it has the focus. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a href="#content" className="skip-link">
      {label}
    </a>
  )
}
