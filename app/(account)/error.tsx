'use client'

import { ErrorNotice } from '@/components/messages/error-notice.tsx'

export default function AccountError({ reset }: { reset: () => void }) {
  return (
    <main>
      <ErrorNotice retry={reset} />
    </main>
  )
}
