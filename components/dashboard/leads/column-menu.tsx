'use client'

import { Menu } from '@base-ui/react/menu'
import { LEAD_COLUMN_NAMES, LEAD_COLUMNS, type LeadColumn } from '@/lib/leads/list-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { positionerClass, popupClass, itemClass } from '../../ui/popup.ts'

type ColumnMenuProps = { without: readonly LeadColumn[]; onChange: (without: LeadColumn[]) => void }

/** Which columns the table of leads has. */
export function ColumnMenu({ without, onChange }: ColumnMenuProps) {
  const show = (column: LeadColumn, isShown: boolean) =>
    onChange(LEAD_COLUMN_NAMES.filter((name) => (name === column ? !isShown : without.includes(name))))
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={<IconButton className="border border-input max-md:hidden" aria-label="Columns" />}>
        <Icon name="table" size={18} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={positionerClass} sideOffset={6} align="end">
          <Menu.Popup className={popupClass}>
            {LEAD_COLUMN_NAMES.map((column) => (
              <Menu.CheckboxItem
                key={column}
                className={itemClass}
                label={LEAD_COLUMNS[column]}
                checked={!without.includes(column)}
                onCheckedChange={(isShown) => show(column, isShown)}
              >
                <span className="flex-1">{LEAD_COLUMNS[column]}</span>
                <Menu.CheckboxItemIndicator>
                  <Icon name="check" size={16} />
                </Menu.CheckboxItemIndicator>
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
