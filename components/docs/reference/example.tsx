/** A listing that scrolls sideways by itself, by keyboard too. */
export function Example({ label, code }: { label: string; code: string }) {
  return (
    <figure
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus
      tabIndex={0}
      className="mt-3 overflow-x-auto rounded-xl border border-line bg-sunken p-4"
    >
      <pre>
        <code className="data text-[0.875rem] leading-relaxed">{code}</code>
      </pre>
    </figure>
  )
}
