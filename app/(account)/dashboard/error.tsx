'use client'

import { Button } from '@/components/ui/button.tsx'
import { Page } from '@/components/dashboard/page.tsx'

export default function DashboardError({ reset }: { reset: () => void }) {
  return (
    <Page
      title="This page couldn’t load"
      lead="Something went wrong on our end. Nothing was changed. Try again in a few seconds."
    >
      <p>
        <Button onClick={reset}>Try again</Button>
      </p>
    </Page>
  )
}
