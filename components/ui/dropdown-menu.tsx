'use client'

import { Menu as BaseMenu } from '@base-ui/react/menu'
import NextLink from 'next/link'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { itemClass, popupClass, positionerClass } from './popup.ts'

type MenuEntry =
  | { label: string; icon?: IconName; onSelect: () => void; isDisabled?: boolean }
  | { label: string; icon?: IconName; href: string }
  | 'separator'

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'separator') return <BaseMenu.Separator className="my-1 h-px bg-border" />
  const { label, icon } = entry
  const content = (
    <>
      {icon && <Icon name={icon} size={16} className="text-muted-foreground" />}
      {label}
    </>
  )
  if ('href' in entry) {
    const link = <NextLink href={entry.href} prefetch={false} />
    return (
      <BaseMenu.LinkItem render={link} closeOnClick className={itemClass} label={label}>
        {content}
      </BaseMenu.LinkItem>
    )
  }
  const { onSelect, isDisabled = false } = entry
  return (
    <BaseMenu.Item onClick={onSelect} disabled={isDisabled} className={itemClass} label={label}>
      {content}
    </BaseMenu.Item>
  )
}

export const MenuEntries = ({ entries }: { entries: MenuEntry[] }) =>
  entries.map((entry, position) => <Entry key={position} entry={entry} />)

export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="grid px-3 py-1.5 text-muted-foreground wrap-anywhere">
        {children}
      </BaseMenu.GroupLabel>
    </BaseMenu.Group>
  )
}

type ChoicesProps = {
  choices: { value: string; label: string }[]
  value: string | undefined
  onSelect: (value: string) => void
}

export function MenuChoices({ choices, value, onSelect }: ChoicesProps) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={onSelect}>
      {choices.map((choice) => (
        <BaseMenu.RadioItem
          key={choice.value}
          value={choice.value}
          closeOnClick
          className={itemClass}
          label={choice.label}
        >
          <span className="min-w-0 flex-1 wrap-break-word">{choice.label}</span>
          <BaseMenu.RadioItemIndicator>
            <Icon name="check" size={16} />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

type MenuProps = {
  trigger: ReactElement
  align?: 'start' | 'end'
  container?: HTMLElement
  /**
   * Whether the trigger is fixed or sticky. Then the menu is fixed too, and does not lag a frame behind while the page
   * scrolls.
   */
  isFixed?: boolean
  onOpenChange?: ComponentProps<typeof BaseMenu.Root>['onOpenChange']
  children: ReactNode
}

export function Menu({ trigger, align = 'end', container, isFixed = false, onOpenChange, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false} onOpenChange={onOpenChange}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal container={container}>
        <BaseMenu.Positioner
          className={positionerClass}
          sideOffset={6}
          align={align}
          positionMethod={isFixed ? 'fixed' : 'absolute'}
        >
          <BaseMenu.Popup className={popupClass}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

type DropdownMenuProps = {
  label: string
  entries: MenuEntry[]
  align?: 'start' | 'end'
}

export function DropdownMenu({ label, entries, align }: DropdownMenuProps) {
  const trigger = (
    <Button variant="quiet">
      {label}
      <Icon name="down" size={14} />
    </Button>
  )
  return (
    <Menu trigger={trigger} align={align}>
      <MenuEntries entries={entries} />
    </Menu>
  )
}
