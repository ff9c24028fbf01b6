'use client'

import { ErrorNotice } from '@/components/messages/error-notice.tsx'

export default function SiteError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ErrorNotice retry={reset} digest={error.digest} />
}
