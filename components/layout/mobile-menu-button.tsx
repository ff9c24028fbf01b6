import { Icon } from '../ui/icon.tsx'

export const MENU_ID = 'site-menu'
export const menuButtonClass = '-mr-2.5 grid size-11 cursor-pointer place-items-center'

/** Opens the menu of small screens, without a script. */
export function MobileMenuButton() {
  return (
    <button type="button" popoverTarget={MENU_ID} aria-label="Open the menu" className={`lg:hidden ${menuButtonClass}`}>
      <Icon name="menu" />
    </button>
  )
}
