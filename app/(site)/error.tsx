'use client'

import { ErrorNotice } from '@/components/shell/error-notice.tsx'

export default function SiteError({ reset }: { reset: () => void }) {
  return <ErrorNotice retry={reset} />
}
