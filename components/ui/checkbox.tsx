import type { ComponentProps, RefCallback } from 'react'
import { cn } from '@/lib/cn.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Neither on nor off: some of what it stands for are chosen. */
  isMixed?: boolean
  ref?: RefCallback<HTMLInputElement>
}

/** The browser's own checkbox with a mark in the colours of the theme. */
export function Checkbox({ isMixed = false, ref, className, ...props }: CheckboxProps) {
  return (
    <input
      {...props}
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = isMixed
        ref?.(box)
      }}
      className={cn(
        'grid size-4.5 flex-none cursor-pointer appearance-none place-items-center rounded-sm border border-input bg-background before:size-3 before:bg-background before:[clip-path:polygon(12%_48%,0_61%,38%_97%,100%_22%,87%_10%,37%_71%)] checked:border-foreground checked:bg-foreground indeterminate:border-foreground indeterminate:bg-foreground indeterminate:before:[clip-path:inset(42%_8%)] disabled:cursor-not-allowed disabled:opacity-60 forced-colors:appearance-auto',
        className,
      )}
    />
  )
}
