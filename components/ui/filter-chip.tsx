import { Icon } from './icon.tsx'

/** A filter that only an address sets, with the way to take it off. */
export function FilterChip({ children, onRemove }: { children: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`${children}: take this filter off`}
      className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-input px-3.5 text-left transition-colors hover:bg-muted lg:pointer-fine:min-h-8"
      onClick={onRemove}
    >
      {children}
      <Icon name="close" size={14} className="flex-none text-muted-foreground" />
    </button>
  )
}
