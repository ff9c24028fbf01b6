'use client'

import { Toast } from '@base-ui/react/toast'
import { type ReactNode, useMemo } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** `primary` for what went wrong and needs somebody now; `accent` for what was done. */
export type ToastTone = 'quiet' | 'accent' | 'primary'

export type ToastMessage = {
  title: string
  description?: string
  tone?: ToastTone
  /** What can be done about it at once, such as undoing it; the message then goes. */
  action?: { label: string; onAction: () => void }
}

const SECONDS = 1000

/** Long enough to read, and to reach the button where there is one (WCAG 2.2.1 asks for time to act). */
const SHOWN = { plain: 6 * SECONDS, withAction: 12 * SECONDS, failure: 15 * SECONDS }

const shownFor = ({ tone, action }: ToastMessage) => {
  if (tone === 'primary') return SHOWN.failure
  return action ? SHOWN.withAction : SHOWN.plain
}

/** Shows a short message above the page: what was done, or why it was not. */
export function useToast(): (message: ToastMessage) => void {
  const { add, close } = Toast.useToastManager()
  return useMemo(
    () => (message: ToastMessage) => {
      const { title, description, tone = 'quiet', action } = message
      const id = add({
        title,
        description,
        type: tone,
        timeout: shownFor(message),
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

const ICONS = { quiet: undefined, accent: 'check', primary: 'alert' } as const

function Messages() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const tone = (toast.type ?? 'quiet') as ToastTone
    const icon = ICONS[tone]
    return (
      <Toast.Root key={toast.id} toast={toast} swipeDirection={['down', 'right']} className="kit-toast">
        <Toast.Content className="kit-toast-content">
          {icon && <Icon name={icon} size={18} className={tone === 'primary' ? 'text-primary' : 'text-accent'} />}
          <div className="min-w-0 flex-1">
            <Toast.Title render={<p />} className="font-semibold" />
            <Toast.Description className="text-muted-foreground" />
          </div>
          <Toast.Action className="kit-toast-action" />
          <Toast.Close className="kit-icon-button" aria-label="Close this message">
            <Icon name="close" size={16} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}

/** Around the dashboard: where the messages of `useToast` are shown and read out. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="kit-toasts kit-layer" aria-label="Messages">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
