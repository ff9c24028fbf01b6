'use client'

import { VisualEditing } from 'next-sanity/visual-editing/client-component'
import { useRouter } from 'next/navigation'

/** Studio overlays. Perspective changes go to a route, because anyone could call next-sanity's server action on every page. */
export function ClickToEdit() {
  const router = useRouter()
  return (
    <VisualEditing
      onPerspectiveChange={async (perspective) => {
        const answer = await fetch('/api/draft-mode/perspective', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ perspective }),
        })
        if (answer.ok) router.refresh()
      }}
    />
  )
}
