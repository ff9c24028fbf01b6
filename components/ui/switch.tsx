'use client'

import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: string
  description?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

/** Renders a switch that takes effect immediately. Use `Checkbox` in a form that the user submits. */
export function Switch({ label, description, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label id={`${id}-label`} htmlFor={id} className="block font-medium">
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="text-muted-foreground">
            {description}
          </p>
        )}
      </div>
      <BaseSwitch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled}
        className="relative h-6.5 w-11 flex-none cursor-pointer rounded-full border border-input bg-muted p-0.75 transition-colors after:absolute after:-inset-2.5 data-checked:border-foreground data-checked:bg-foreground data-disabled:cursor-not-allowed data-disabled:opacity-50"
        aria-labelledby={`${id}-label`}
        {...(description && { 'aria-describedby': `${id}-description` })}
      >
        <BaseSwitch.Thumb className="block size-4.5 rounded-full bg-muted-foreground transition-[translate,background-color] data-checked:translate-x-4.5 data-checked:bg-background" />
      </BaseSwitch.Root>
    </div>
  )
}
