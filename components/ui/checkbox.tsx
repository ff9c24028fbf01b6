import type { ComponentProps, RefCallback } from 'react'
import { cn } from '@/components/ui/cn.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  isMixed?: boolean
  ref?: RefCallback<HTMLInputElement>
}

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
        // The click target is 24 px and the visible box 18 px. Negative margins keep the layout of the box.
        'relative -m-0.75 grid size-6 flex-none cursor-pointer appearance-none place-items-center rounded-md before:size-4.5 before:rounded-sm before:border before:border-input before:bg-background after:absolute after:size-3 after:bg-background after:[clip-path:polygon(12%_48%,0_61%,38%_97%,100%_22%,87%_10%,37%_71%)] checked:before:border-foreground checked:before:bg-foreground indeterminate:before:border-foreground indeterminate:before:bg-foreground indeterminate:after:[clip-path:inset(42%_8%)] disabled:cursor-not-allowed disabled:opacity-60 forced-colors:appearance-auto',
        className,
      )}
    />
  )
}
