'use client'

import { Select as BaseSelect } from '@base-ui/react/select'
import { cn } from '@/components/ui/cn.ts'
import { Icon } from './icon.tsx'
import { controlClass, labelClass } from './input.tsx'
import { itemClass, popupClass, positionerClass } from './popup.ts'

export type Option<Value extends string> = { value: Value; label: string }

export type SelectProps<Value extends string> = {
  label: string
  isLabelHidden?: boolean
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  isDisabled?: boolean
  className?: string
}

/** Renders a select for up to ten options. Use `Combobox` for more. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  placeholder = 'Choose',
  isDisabled = false,
  className = '',
}: SelectProps<Value>) {
  return (
    <div className={className}>
      <BaseSelect.Root
        items={options}
        value={value}
        onValueChange={(selected) => selected !== null && onChange(selected)}
        disabled={isDisabled}
        modal={false}
      >
        <BaseSelect.Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</BaseSelect.Label>
        <BaseSelect.Trigger
          className={cn(
            controlClass,
            'flex cursor-pointer items-center justify-between gap-3 text-left *:data-placeholder:text-muted-foreground',
          )}
        >
          <BaseSelect.Value placeholder={placeholder} className="truncate" />
          <BaseSelect.Icon>
            <Icon name="down" size={14} className="text-muted-foreground" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner className={positionerClass} sideOffset={6} alignItemWithTrigger={false}>
            <BaseSelect.Popup className={popupClass}>
              <BaseSelect.List>
                {options.map((option) => (
                  <BaseSelect.Item key={option.value} value={option.value} className={itemClass}>
                    <BaseSelect.ItemText className="flex-1">{option.label}</BaseSelect.ItemText>
                    <BaseSelect.ItemIndicator>
                      <Icon name="check" size={16} />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </div>
  )
}
