'use client'

import { Menu as BaseMenu } from '@base-ui/react/menu'
import NextLink from 'next/link'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

export type MenuEntry =
  | { label: string; icon?: IconName; onSelect: () => void; isDisabled?: boolean }
  | { label: string; icon?: IconName; href: string }
  | 'separator'

type MenuProps = {
  label: string
  /** Shown alone where there is no room for the label, which names it all the same. */
  icon?: IconName
  entries: MenuEntry[]
  align?: 'start' | 'end'
}

function Entry({ entry }: { entry: Exclude<MenuEntry, 'separator'> }) {
  const content = (
    <>
      {entry.icon && <Icon name={entry.icon} size={16} className="text-muted-foreground" />}
      {entry.label}
    </>
  )
  if ('href' in entry) {
    return (
      <BaseMenu.LinkItem
        render={<NextLink href={entry.href} prefetch={false} />}
        closeOnClick
        className="kit-item"
        label={entry.label}
      >
        {content}
      </BaseMenu.LinkItem>
    )
  }
  return (
    <BaseMenu.Item
      onClick={entry.onSelect}
      disabled={entry.isDisabled ?? false}
      className="kit-item"
      label={entry.label}
    >
      {content}
    </BaseMenu.Item>
  )
}

/** What can be done with something, behind one button. */
export function Menu({ label, icon, entries, align = 'end' }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      {icon ? (
        <BaseMenu.Trigger className="kit-icon-button" aria-label={label}>
          <Icon name={icon} size={18} />
        </BaseMenu.Trigger>
      ) : (
        <BaseMenu.Trigger className={buttonClass('quiet')}>
          {label}
          <Icon name="down" size={14} />
        </BaseMenu.Trigger>
      )}
      <BaseMenu.Portal>
        <BaseMenu.Positioner className="kit-positioner" sideOffset={6} align={align}>
          <BaseMenu.Popup className="kit-popup kit-layer">
            {entries.map((entry, position) =>
              entry === 'separator' ? (
                <BaseMenu.Separator key={position} className="kit-separator" />
              ) : (
                <Entry key={entry.label} entry={entry} />
              ),
            )}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
