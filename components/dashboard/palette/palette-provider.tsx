'use client'

import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import type { AreaName, Permission } from '@/lib/platform/auth/access-table.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { closeMenu } from '../navigation.tsx'

/* Every screen loads this file. The palette itself loads on the first use, or when the pointer is on its button. */

const loadPalette = () => import('./palette.tsx')

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

const OpenContext = createContext<() => void>(() => undefined)

/**
 * Open dialogs, including Clerk's. A second modal dialog above them would lose the focus. Toasts and dialogs that fade
 * out do not match.
 */
const OPEN_DIALOG_SELECTOR =
  '[data-slot=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed]), .cl-modalBackdrop'

const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey && !isComposing

export type PaletteUser = {
  reader: Reader
  /** Screens that the user may open. */
  areas: AreaName[]
  permissions: Permission[]
}

/**
 * Also wraps the frame of users without an organization, because React would mount the frame again, and close an open
 * menu, when they create one.
 * @param user undefined without an organization
 */
export function PaletteProvider({ children, user }: { children: ReactNode; user: PaletteUser | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  /** Number of times that the palette was opened. Each time starts with an empty field. */
  const [session, setSession] = useState(0)
  const open = useCallback(() => {
    closeMenu()
    setSession((count) => count + 1)
    setIsOpen(true)
  }, [])
  const isEnabled = user !== undefined
  useEffect(() => {
    if (!isEnabled) return undefined
    const toggle = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      // The browser would focus its address bar.
      event.preventDefault()
      if (event.repeat || (!isOpen && document.querySelector(OPEN_DIALOG_SELECTOR))) return
      if (isOpen) setIsOpen(false)
      else open()
    }
    // Captures the event before editors and menus handle it.
    document.addEventListener('keydown', toggle, true)
    return () => document.removeEventListener('keydown', toggle, true)
  }, [isEnabled, isOpen, open])
  return (
    <OpenContext value={open}>
      {children}
      {user && session > 0 && (
        <Suspense>
          <Palette {...user} session={session} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </OpenContext>
  )
}

const subscribeNoop = () => () => undefined

/** Returns the shortcut's label. Unknown on the server, which renders the label of most keyboards. */
const useShortcutLabel = (): string =>
  useSyncExternalStore(
    subscribeNoop,
    () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  )

const preload = () => void Promise.allSettled([loadPalette()])

export function SearchButton() {
  const open = use(OpenContext)
  const shortcut = useShortcutLabel()
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-lg border border-input bg-background px-3 text-left text-muted-foreground transition-colors hover:border-muted-foreground hover:text-foreground lg:min-h-9.5"
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <Icon name="search" size={16} className="flex-none" />
      <span className="flex-1">Search</span>
      <kbd aria-hidden="true" className="data rounded border border-border px-1.5 py-0.5 text-[0.75rem] leading-none">
        {shortcut}
      </kbd>
    </button>
  )
}

export function SearchIconButton() {
  const open = use(OpenContext)
  return (
    <IconButton
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      className="text-foreground"
      onClick={open}
      onPointerEnter={preload}
    >
      <Icon name="search" size={20} />
    </IconButton>
  )
}
