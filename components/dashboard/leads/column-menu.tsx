'use client'

import { Menu as BaseMenu } from '@base-ui/react/menu'
import { LEAD_COLUMN_NAMES, LEAD_COLUMNS, type LeadColumn } from '@/lib/leads/list-state.ts'
import { Menu } from '../../ui/dropdown-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { itemClass } from '../../ui/popup.ts'

type ColumnMenuProps = { without: readonly LeadColumn[]; onChange: (without: LeadColumn[]) => void }

/** Which columns the table of leads has. */
export function ColumnMenu({ without, onChange }: ColumnMenuProps) {
  const show = (column: LeadColumn, isShown: boolean) =>
    onChange(LEAD_COLUMN_NAMES.filter((name) => (name === column ? !isShown : without.includes(name))))
  const trigger = (
    <IconButton className="border border-input max-md:hidden" aria-label="Columns">
      <Icon name="table" size={18} />
    </IconButton>
  )
  return (
    <Menu trigger={trigger}>
      {LEAD_COLUMN_NAMES.map((column) => (
        <BaseMenu.CheckboxItem
          key={column}
          className={itemClass}
          label={LEAD_COLUMNS[column]}
          checked={!without.includes(column)}
          onCheckedChange={(isShown) => show(column, isShown)}
        >
          <span className="flex-1">{LEAD_COLUMNS[column]}</span>
          <BaseMenu.CheckboxItemIndicator>
            <Icon name="check" size={16} />
          </BaseMenu.CheckboxItemIndicator>
        </BaseMenu.CheckboxItem>
      ))}
    </Menu>
  )
}
