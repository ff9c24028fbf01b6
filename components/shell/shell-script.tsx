'use client'

import { shellScript } from '@/lib/shell-script.ts'

/** The few lines that controls of the shell need, in the HTML itself: they work before, and without, hydration. */
export function ShellScript({ nonce }: { nonce?: string | undefined }) {
  return (
    <script
      // In the browser React only matches this element: a type that is no script keeps it from warning.
      type={typeof window === 'undefined' ? 'text/javascript' : 'text/plain'}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? shellScript : '' }}
    />
  )
}
