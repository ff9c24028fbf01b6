import type { ClerkProvider } from '@clerk/nextjs'
import type { ComponentProps } from 'react'

type Appearance = NonNullable<ComponentProps<typeof ClerkProvider>['appearance']>
type Elements = NonNullable<Appearance['elements']>

const BORDER = '1px solid var(--border)'

const fieldStyle = {
  minHeight: '2.875rem',
  border: '1px solid color-mix(in oklab, var(--border) 40%, var(--muted-foreground))',
  borderRadius: '0.75rem',
  background: 'var(--background)',
  boxShadow: 'none',
  fontSize: '1rem',
}

const link = {
  color: 'var(--foreground)',
  textDecoration: 'underline',
  textDecorationColor: 'color-mix(in oklab, currentColor 40%, transparent)',
  textUnderlineOffset: '0.22em',
}

const smallTextStyle = { fontSize: '0.9375rem' }
const problem = { ...smallTextStyle, color: 'var(--primary)' }
const wrappedTextStyle = { overflow: 'visible', textWrap: 'wrap' }

const elements: Elements = {
  rootBox: { width: '100%', maxWidth: '27rem' },
  cardBox: { width: '100%', maxWidth: '27rem', border: BORDER, borderRadius: '1rem', boxShadow: 'none' },
  card: { gap: '1.75rem', padding: '2rem', background: 'var(--card)', textAlign: 'left' },
  header: { textAlign: 'left' },
  headerTitle: {
    fontFamily: 'var(--font-bricolage), system-ui, sans-serif',
    fontSize: '1.75rem',
    fontWeight: 650,
    letterSpacing: '-0.022em',
    lineHeight: 1.1,
  },
  headerSubtitle: { marginTop: '0.5rem', fontSize: '1rem', lineHeight: 1.5 },
  identityPreview: { justifyContent: 'flex-start', marginInline: 0 },
  identityPreviewEditButton: link,
  alternativeMethodsBlockButton: { ...smallTextStyle, ...wrappedTextStyle, '& *': wrappedTextStyle },
  formFieldLabel: smallTextStyle,
  formFieldInput: { '&:not([type=checkbox], [type=radio])': fieldStyle },
  otpCodeFieldInput: fieldStyle,
  formButtonPrimary: {
    minHeight: '2.875rem',
    borderRadius: '999px',
    background: 'var(--foreground)',
    boxShadow: 'none',
    color: 'var(--background)',
    fontSize: '1rem',
    fontWeight: 600,
    transition: 'background-color 160ms var(--ease-out)',
    '&:hover': { background: 'color-mix(in oklab, var(--foreground) 84%, var(--accent))' },
  },
  buttonArrowIcon: { display: 'none' },
  formFieldAction: { ...smallTextStyle, ...link },
  formResendCodeLink: smallTextStyle,
  formFieldErrorText: problem,
  formFieldWarningText: problem,
  footer: { background: 'var(--muted)' },
  footerAction: { ...smallTextStyle, flexWrap: 'wrap', justifyContent: 'center' },
  footerActionText: smallTextStyle,
  footerActionLink: { ...smallTextStyle, ...link },
  badge: { color: 'var(--muted-foreground)' },
}

/**
 * Styles of Clerk's components. They use the custom properties of app/styles/tokens.css, so they follow both themes.
 */
export const appearance: Appearance = {
  cssLayerName: 'clerk',
  theme: 'simple',
  options: { logoPlacement: 'none', socialButtonsVariant: 'blockButton' },
  variables: {
    colorPrimary: 'var(--foreground)',
    colorPrimaryForeground: 'var(--background)',
    colorDanger: 'var(--primary)',
    colorWarning: 'var(--primary)',
    colorSuccess: 'var(--accent)',
    colorNeutral: 'var(--foreground)',
    colorForeground: 'var(--foreground)',
    colorMutedForeground: 'var(--muted-foreground)',
    colorMuted: 'var(--muted)',
    colorBackground: 'var(--card)',
    colorInput: 'var(--background)',
    colorInputForeground: 'var(--foreground)',
    colorBorder: 'var(--border)',
    colorRing: 'var(--foreground)',
    colorShimmer: 'var(--border)',
    fontFamily: 'inherit',
    fontFamilyButtons: 'inherit',
    fontSize: '0.9375rem',
    borderRadius: '0.75rem',
  },
  elements,
}

const panelStyle = { width: '100%', minWidth: 0, maxWidth: '100%', margin: 0, boxShadow: 'none' }
/**
 * Style that hides an element. It needs `!important`, because Clerk shows some of these elements again in a narrow
 * window.
 */
const hiddenStyle = { display: 'none !important' }
const borderStyle = { borderColor: 'var(--border)' }

export const dashboardAppearance: Appearance = {
  variables: { fontSize: '0.875rem' },
  elements: {
    rootBox: panelStyle,
    cardBox: {
      ...panelStyle,
      height: 'auto',
      border: BORDER,
      borderRadius: '0.75rem',
      gridTemplateColumns: 'minmax(0, 1fr)',
    },
    // These elements are hidden, because the page has its own heading and tabs.
    header: hiddenStyle,
    navbar: hiddenStyle,
    navbarMobileMenuRow: hiddenStyle,
    // Clerk's default border color is invisible in the dark theme.
    profileSection: borderStyle,
    tabListContainer: borderStyle,
    tableBodyCell: borderStyle,
  },
}
