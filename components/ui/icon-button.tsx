import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn.ts'

export const ICON_BUTTON_CLASS =
  'grid size-11 flex-none cursor-pointer place-items-center rounded-lg text-muted-foreground transition-colors hover:not-disabled:bg-muted hover:not-disabled:text-foreground disabled:cursor-default disabled:opacity-40 data-popup-open:bg-muted data-popup-open:text-foreground lg:pointer-fine:size-9'

/** Renders a button with an icon only. It requires `aria-label`. */
export function IconButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={cn(ICON_BUTTON_CLASS, className)} />
}
