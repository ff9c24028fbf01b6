'use client'

import { Menu as BaseMenu } from '@base-ui/react/menu'
import NextLink from 'next/link'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { itemClass, popupClass, positionerClass } from './popup.ts'

export type MenuEntry =
  | { label: string; icon?: IconName; onSelect: () => void; isDisabled?: boolean }
  | { label: string; icon?: IconName; href: string }
  | 'separator'

type DropdownMenuProps = {
  label: string
  /** Shown alone where there is no room for the label, which names it all the same. */
  icon?: IconName
  entries: MenuEntry[]
  align?: 'start' | 'end'
}

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

/** What can be done with something, behind one button. */
export function DropdownMenu({ label, icon, entries, align = 'end' }: DropdownMenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      {icon ? (
        <BaseMenu.Trigger render={<IconButton aria-label={label} />}>
          <Icon name={icon} size={18} />
        </BaseMenu.Trigger>
      ) : (
        <BaseMenu.Trigger render={<Button variant="quiet" />}>
          {label}
          <Icon name="down" size={14} />
        </BaseMenu.Trigger>
      )}
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={positionerClass} sideOffset={6} align={align}>
          <BaseMenu.Popup className={popupClass}>
            {entries.map((entry, position) => (
              <Entry key={position} entry={entry} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
