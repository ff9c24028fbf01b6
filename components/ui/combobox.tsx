'use client'

import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { useId } from 'react'
import { Icon } from './icon.tsx'
import { bareInputClass, innerButtonClass, inputGroupClass, labelClass } from './input.tsx'
import { itemClass, popupClass, positionerClass } from './popup.ts'
import type { Option, SelectProps } from './select.tsx'

type ComboboxProps<Value extends string> = Omit<SelectProps<Value>, 'onChange'> & {
  onChange: (value: Value | null) => void
  emptyText?: string
}

export function Combobox<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  placeholder = 'Type to search',
  emptyText = 'No matches.',
  isDisabled = false,
  className = '',
}: ComboboxProps<Value>) {
  const id = useId()
  return (
    <div className={className}>
      <BaseCombobox.Root
        items={options}
        value={options.find((option) => option.value === value) ?? null}
        onValueChange={(option) => onChange(option?.value ?? null)}
        isItemEqualToValue={(a, b) => a.value === b.value}
        disabled={isDisabled}
        autoHighlight
      >
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : labelClass}>
          {label}
        </label>
        <BaseCombobox.InputGroup className={inputGroupClass}>
          <BaseCombobox.Input id={id} placeholder={placeholder} className={bareInputClass} />
          <BaseCombobox.Clear className={innerButtonClass} aria-label={`Clear: ${label}`}>
            <Icon name="close" size={14} />
          </BaseCombobox.Clear>
          <BaseCombobox.Trigger className={innerButtonClass} aria-label={`Show all: ${label}`}>
            <Icon name="down" size={14} />
          </BaseCombobox.Trigger>
        </BaseCombobox.InputGroup>
        <BaseCombobox.Portal>
          <BaseCombobox.Positioner className={positionerClass} sideOffset={6}>
            <BaseCombobox.Popup className={popupClass}>
              <BaseCombobox.Empty>
                <p className="px-3 py-2 text-muted-foreground">{emptyText}</p>
              </BaseCombobox.Empty>
              <BaseCombobox.List>
                {(option: Option<Value>) => (
                  <BaseCombobox.Item key={option.value} value={option} className={itemClass}>
                    <span className="flex-1">{option.label}</span>
                    <BaseCombobox.ItemIndicator>
                      <Icon name="check" size={16} />
                    </BaseCombobox.ItemIndicator>
                  </BaseCombobox.Item>
                )}
              </BaseCombobox.List>
            </BaseCombobox.Popup>
          </BaseCombobox.Positioner>
        </BaseCombobox.Portal>
      </BaseCombobox.Root>
    </div>
  )
}
