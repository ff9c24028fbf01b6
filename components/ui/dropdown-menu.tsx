'use client'

import { Menu as BaseMenu } from '@base-ui/react/menu'
import NextLink from 'next/link'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { itemClass, popupClass, positionerClass } from './popup.ts'

export type MenuEntry =
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

/** Entries of a menu, one below the other. */
export const MenuEntries = ({ entries }: { entries: MenuEntry[] }) =>
  entries.map((entry, position) => <Entry key={position} entry={entry} />)

/** What a menu says without offering it. */
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
  onChoose: (value: string) => void
}

/** Of several things the one that holds, marked; a choice closes the menu. */
export function MenuChoices({ choices, value, onChoose }: ChoicesProps) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={onChoose}>
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
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  /** Where it is put in the document: within what covers the rest of the page. */
  container?: HTMLElement
  /** Whether its button stays in place when the page scrolls; the menu then does too, instead of following a frame later. */
  isFixed?: boolean
  onOpenChange?: ComponentProps<typeof BaseMenu.Root>['onOpenChange']
  children: ReactNode
}

/** A menu of whatever is put into it. */
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
  /** Shown alone where there is no room for the label, which names it all the same. */
  icon?: IconName
  entries: MenuEntry[]
  align?: 'start' | 'end'
}

/** What can be done with something, behind one button. */
export function DropdownMenu({ label, icon, entries, align }: DropdownMenuProps) {
  const trigger = icon ? (
    <IconButton aria-label={label}>
      <Icon name={icon} size={18} />
    </IconButton>
  ) : (
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
