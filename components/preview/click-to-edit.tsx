'use client'

import { VisualEditing } from 'next-sanity/visual-editing/client-component'
import { useRouter } from 'next/navigation'

/**
 * The Studio's overlays on a preview. When an editor chooses another perspective, a route remembers it: the server action
 * that next-sanity brings for that could be called on every page by anyone.
 */
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
