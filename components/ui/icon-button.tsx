import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

/** The look of a button with an icon alone, for an element that is none. */
export const ICON_BUTTON =
  'grid size-11 flex-none cursor-pointer place-items-center rounded-lg text-muted-foreground transition-colors hover:not-disabled:bg-muted hover:not-disabled:text-foreground disabled:cursor-default disabled:opacity-40 data-popup-open:bg-muted data-popup-open:text-foreground lg:pointer-fine:size-9'

/** A button with an icon alone, which says what it does in `aria-label`. */
export function IconButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={cn(ICON_BUTTON, className)} />
}
