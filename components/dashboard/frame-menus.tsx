'use client'

import { useOrganization, useOrganizationList, useUser } from '@clerk/nextjs'
import { useTheme } from 'next-themes'
import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { useClerkLoaded } from '../account/clerk-status.ts'
import { ThemeChoices } from '../ui/theme-switch.tsx'
import { Menu, MenuChoices, MenuEntries, MenuNote } from '../ui/dropdown-menu.tsx'
import { Icon } from '../ui/icon.tsx'
import { useToast } from '../ui/toast.tsx'
import { closeMenu, findOpenMenu } from './navigation.tsx'
import { ALL_PAGES, useAllPages } from './use-all-pages.ts'
import { useSignOut } from './use-sign-out.ts'

function OrganizationList() {
  const { organization, membership } = useOrganization()
  const { setActive, userMemberships } = useOrganizationList({ userMemberships: ALL_PAGES })
  useAllPages(userMemberships)
  const toast = useToast()
  const { data, isError } = userMemberships

  const selectOrganization = async (id: string) => {
    if (id === organization?.id) return
    try {
      await setActive?.({ organization: id, redirectUrl: AREAS.today.path })
    } catch {
      // Clerk rejected the switch or the browser is offline. The user can retry.
      toast({ title: 'Couldn’t switch companies', description: 'Try again in a minute.', tone: 'primary' })
    }
  }
  if (isError) return <MenuNote>Your companies couldn’t be loaded. Try again in a minute.</MenuNote>
  const organizations = (data?.length ? data : membership ? [membership] : []).map((item) => item.organization)
  return (
    <MenuChoices
      value={organization?.id}
      choices={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      onSelect={selectOrganization}
    />
  )
}

export function OrganizationMenu() {
  const { organization } = useOrganization()
  const [container, setContainer] = useState<HTMLElement>()
  const name = organization?.name
  const trigger = (
    <button
      type="button"
      aria-label={name ? `Company: ${name}` : 'Company'}
      className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1 text-left font-semibold transition-colors hover:bg-card data-popup-open:bg-card"
    >
      <Icon name="building" size={18} className="flex-none text-muted-foreground" />
      <span className="line-clamp-2 min-w-0 flex-1 wrap-break-word">
        {name ?? <span className="block h-4 w-32 rounded-lg bg-card" />}
      </span>
      <Icon name="down" size={14} className="flex-none text-muted-foreground" />
    </button>
  )
  return (
    <Menu
      trigger={trigger}
      align="start"
      isFixed
      container={container}
      onOpenChange={(isOpen, { reason }) => {
        // The navigation panel is in the top layer, so popups must render inside it.
        if (isOpen) setContainer(findOpenMenu())
        else if (reason === 'item-press') closeMenu()
      }}
    >
      <OrganizationList />
      <MenuEntries
        entries={[
          'separator',
          { label: 'Company and members', icon: 'people', href: AREAS.organization.path },
          { label: 'Add or join a company', icon: 'plus', href: AREAS.welcome.path },
        ]}
      />
    </Menu>
  )
}

function UserButton(props: ComponentProps<'button'>) {
  const { user } = useUser()
  const name = user?.fullName || user?.primaryEmailAddress?.emailAddress
  const initials = [user?.firstName, user?.lastName].map((name) => name?.trim()[0] ?? '').join('')
  return (
    <button
      {...props}
      type="button"
      aria-label={name ? `Signed in as ${name}` : 'Your account'}
      className="grid size-11 cursor-pointer place-items-center"
    >
      <span className="grid size-8 place-items-center overflow-hidden rounded-full border border-input bg-card font-semibold">
        {user?.hasImage ? (
          // oxlint-disable-next-line next/no-img-element -- Clerk serves the image in the right size
          <img src={user.imageUrl} alt="" className="size-full object-cover" />
        ) : (
          initials || <Icon name="person" size={16} className="text-muted-foreground" />
        )}
      </span>
    </button>
  )
}

export function UserMenu() {
  const isLoaded = useClerkLoaded()
  const { user } = useUser()
  const signOut = useSignOut()
  return (
    <Menu trigger={<UserButton />} isFixed>
      <MenuNote>
        {user?.fullName && <strong className="font-semibold text-foreground">{user.fullName}</strong>}
        {user?.primaryEmailAddress?.emailAddress ?? 'Your account'}
      </MenuNote>
      <MenuEntries
        entries={[
          'separator',
          { label: AREAS.account.label, icon: 'person', href: AREAS.account.path },
          { label: 'Sign out', icon: 'arrow', onSelect: () => void signOut(), isDisabled: !isLoaded },
        ]}
      />
    </Menu>
  )
}

const subscribeNoop = () => () => undefined

/** Returns false on the server and during hydration, because the stored theme is unknown until then. */
const useIsInBrowser = () =>
  useSyncExternalStore(
    subscribeNoop,
    () => true,
    () => false,
  )

/**
 * Renders the theme choice with React. An inline script is not possible, because browsers do not run inline scripts on
 * client-rendered pages.
 */
export function ThemeControl() {
  const { theme, setTheme } = useTheme()
  const isInBrowser = useIsInBrowser()
  return (
    <ThemeChoices input={(value) => ({ checked: isInBrowser && theme === value, onChange: () => setTheme(value) })} />
  )
}
