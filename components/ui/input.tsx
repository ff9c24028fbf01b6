import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn.ts'

/** Classes of a control. The font size is at least 16 px, because iOS zooms in on smaller text. */
export const controlClass =
  'block min-h-11 w-full rounded-lg border border-input bg-background px-3 py-2 text-[1rem] leading-[1.4] text-foreground transition-colors placeholder:text-muted-foreground placeholder:opacity-100 hover:not-disabled:border-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-primary aria-invalid:inset-ring aria-invalid:inset-ring-primary data-disabled:cursor-not-allowed data-disabled:opacity-60 lg:pointer-fine:min-h-9.5 lg:pointer-fine:py-1.5 lg:pointer-fine:text-sm'

export const inputGroupClass = cn(
  controlClass,
  'flex items-center gap-1 py-0 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-foreground lg:pointer-fine:py-0',
)

export const bareInputClass =
  'min-w-0 flex-1 self-stretch bg-transparent outline-none placeholder:text-muted-foreground placeholder:opacity-100 focus-visible:shadow-none'

export const innerButtonClass =
  '-mr-2 grid w-9 cursor-pointer place-items-center self-stretch text-muted-foreground hover:text-foreground'

export const labelClass = 'mb-1.5 block font-medium'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(controlClass, className)} />
}
