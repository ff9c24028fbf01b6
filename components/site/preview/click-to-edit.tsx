'use client'

import { VisualEditing } from 'next-sanity/visual-editing/client-component'
import { useRouter } from 'next/navigation'

/**
 * Renders the Studio overlays. A route handler stores the perspective, because any visitor could call next-sanity's
 * server action on any page.
 */
export function ClickToEdit() {
  const router = useRouter()
  return (
    <VisualEditing
      onPerspectiveChange={async (perspective) => {
        const response = await fetch('/api/draft-mode/perspective', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ perspective }),
        })
        if (response.ok) router.refresh()
      }}
    />
  )
}
