'use client'

import { ErrorNotice } from '@/components/site/messages/page-message.tsx'
import './globals.css'

/** Replaces the root layout if the layout throws. Therefore it renders `<html>` and `<body>` itself. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <main>
          <ErrorNotice retry={reset} digest={error.digest} />
        </main>
      </body>
    </html>
  )
}
