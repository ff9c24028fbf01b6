'use client'

import { Toast } from '@base-ui/react/toast'
import { type ReactNode, useMemo } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

/** Color of a toast. `primary` is for failures, `accent` for success. */
type ToastTone = 'quiet' | 'accent' | 'primary'

export type ToastMessage = {
  title: string
  description?: string
  tone?: ToastTone
  action?: { label: string; onAction: () => void }
}

const SECOND_MS = 1000

/** Display times, long enough to read the toast and to use its action (WCAG 2.2.1). */
const DISPLAY_MS = { plain: 6 * SECOND_MS, withAction: 12 * SECOND_MS, failure: 15 * SECOND_MS }

const getDisplayMs = ({ tone, action }: ToastMessage) => {
  if (tone === 'primary') return DISPLAY_MS.failure
  return action ? DISPLAY_MS.withAction : DISPLAY_MS.plain
}

export function useToast(): (message: ToastMessage) => void {
  const { add, close } = Toast.useToastManager()
  return useMemo(
    () => (message: ToastMessage) => {
      const { title, description, tone = 'quiet', action } = message
      const id = add({
        title,
        description,
        type: tone,
        timeout: getDisplayMs(message),
        priority: tone === 'primary' ? 'high' : 'low',
        ...(action && {
          actionProps: {
            children: action.label,
            onClick: () => {
              close(id)
              action.onAction()
            },
          },
        }),
      })
    },
    [add, close],
  )
}

/**
 * Classes of a toast. Toasts behind the newest have its height, so that each shows an edge. `::after` fills the gaps,
 * so that the pointer stays on the stack.
 */
const toastClass =
  'absolute inset-x-0 bottom-0 z-[calc(100-var(--toast-index))] h-[var(--toast-frontmost-height,var(--toast-height))] origin-bottom [transform:translate(var(--toast-swipe-movement-x),var(--toast-swipe-movement-y))_translateY(calc(var(--toast-index)*-0.625rem))_scale(calc(1-var(--toast-index)*0.04))] overflow-clip rounded-xl border border-input bg-card floating [overflow-clip-margin:0.75rem] transition-[transform,opacity] duration-200 after:absolute after:inset-x-0 after:top-full after:h-2.5 data-expanded:h-(--toast-height) data-expanded:[transform:translate(var(--toast-swipe-movement-x),calc(var(--toast-offset-y)*-1-var(--toast-index)*0.5rem+var(--toast-swipe-movement-y)))] data-limited:opacity-0 data-starting-style:[transform:translateY(1rem)] data-starting-style:opacity-0 data-ending-style:[transform:translateY(1rem)] data-ending-style:opacity-0 data-[type=primary]:border-primary'

const actionClass =
  'min-h-11 flex-none cursor-pointer rounded-lg px-3 font-semibold underline underline-offset-[0.22em] hover:bg-muted'

const viewportClass =
  'dash fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-70 mx-auto max-w-104 lg:right-6 lg:bottom-6 lg:left-auto lg:w-104 in-[body:has([data-slot=selection-bar]:not([hidden]))]:mb-18'

const ICONS = { quiet: undefined, accent: 'check', primary: 'alert' } as const

function Messages() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const tone = (toast.type ?? 'quiet') as ToastTone
    const icon = ICONS[tone]
    return (
      <Toast.Root key={toast.id} toast={toast} swipeDirection={['down', 'right']} className={toastClass}>
        <Toast.Content className="flex min-h-13 items-center gap-3 p-2 pl-4 data-behind:not-data-expanded:invisible">
          {icon && <Icon name={icon} size={18} className={tone === 'primary' ? 'text-primary' : 'text-accent'} />}
          <div className="min-w-0 flex-1">
            <Toast.Title render={<p />} className="font-semibold" />
            <Toast.Description className="text-muted-foreground" />
          </div>
          <Toast.Action className={actionClass} />
          <Toast.Close render={<IconButton aria-label="Dismiss message" />}>
            <Icon name="close" size={16} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport data-slot="toasts" className={viewportClass} aria-label="Messages">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
