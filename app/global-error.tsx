'use client'

import { ErrorNotice } from '@/components/messages/error-notice.tsx'
import './globals.css'

/** The last resort: the root layout itself failed, so this page brings its own document. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something failed</title>
        <main>
          <ErrorNotice retry={reset} digest={error.digest} />
        </main>
      </body>
    </html>
  )
}
