import type { ReactNode } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'

type DemoCropProps = {
  /** Names of the areas beside the list, the first of which is open. */
  areas: readonly { icon: IconName; label: ReactNode }[]
  sentence: ReactNode
  /** Rows of the morning list. */
  children: ReactNode
}

/** The upper left corner of the dashboard in a window: the areas, and the morning list. What is cut off fades. */
export function DemoCrop({ areas, sentence, children }: DemoCropProps) {
  return (
    <div className="grid rounded-xl border border-input bg-background sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <ul className="rounded-l-xl border-r bg-muted p-2 max-sm:hidden">
        {areas.map(({ icon, label }, position) => (
          <li
            key={icon}
            className={`flex items-center gap-2 rounded-lg px-2 py-1.5 ${position === 0 ? 'bg-card font-semibold outline -outline-offset-1 outline-border' : 'text-muted-foreground'}`}
          >
            <Icon name={icon} size={16} />
            {label}
          </li>
        ))}
      </ul>
      <div className="min-w-0 p-4">
        <p className="font-display text-xl leading-tight font-semibold">{sentence}</p>
        {children}
      </div>
    </div>
  )
}
