'use client'

import { ErrorNotice } from '@/components/site/messages/page-message.tsx'

export default function AccountError({ reset }: { reset: () => void }) {
  return (
    <main>
      <ErrorNotice retry={reset} />
    </main>
  )
}
