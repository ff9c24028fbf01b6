import type { ClerkProvider } from '@clerk/nextjs'
import type { ComponentProps } from 'react'

/**
 * Clerk's components in the look of the site: colours, type and shapes are the custom properties of app/globals.css, so
 * both themes follow by themselves. What these cannot say is in app/(account)/account.css.
 */
export const appearance: ComponentProps<typeof ClerkProvider>['appearance'] = {
  // A layer below the site's own rules, so that those need no tricks to win.
  cssLayerName: 'clerk',
  theme: 'simple',
  options: { logoPlacement: 'none', socialButtonsVariant: 'blockButton' },
  variables: {
    colorPrimary: 'var(--ink)',
    colorPrimaryForeground: 'var(--paper)',
    colorDanger: 'var(--ember)',
    colorWarning: 'var(--ember)',
    colorSuccess: 'var(--ice)',
    colorNeutral: 'var(--ink)',
    colorForeground: 'var(--ink)',
    colorMutedForeground: 'var(--muted)',
    colorMuted: 'var(--sunken)',
    colorBackground: 'var(--raised)',
    colorInput: 'var(--paper)',
    colorInputForeground: 'var(--ink)',
    colorBorder: 'var(--line)',
    colorRing: 'var(--ink)',
    colorShimmer: 'var(--line)',
    fontFamily: 'inherit',
    fontFamilyButtons: 'inherit',
    fontSize: '0.9375rem',
    borderRadius: '0.75rem',
  },
}
