import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { env } from '@/lib/platform/env/env.ts'
import { DARK_PALETTE, LIGHT_PALETTE } from '@/lib/values/palette.ts'
import { display, text } from './fonts.ts'
import './globals.css'

export const metadata: Metadata = { metadataBase: new URL(env().siteUrl) }

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: LIGHT_PALETTE.background },
    { media: '(prefers-color-scheme: dark)', color: DARK_PALETTE.background },
  ],
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // Before hydration, scripts set the theme and the scroll state on this element.
    <html lang="en" className={`${display.variable} ${text.variable}`} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  )
}
