'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { AlertDialog } from '../../ui/alert-dialog.tsx'

/** Where a click leads within the site, when it leads away from this page in this tab. */
function destinationOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target === '_blank' || link.origin !== window.location.origin) return undefined
  const { pathname, search, hash } = link
  return pathname === window.location.pathname ? undefined : pathname + search + hash
}

/** Asks before somebody leaves a page with what they typed: by a link, or by closing or reloading it. */
export function UnsavedWarning({ isDirty }: { isDirty: boolean }) {
  const router = useRouter()
  const [destination, setDestination] = useState<string>()

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const hold = (event: MouseEvent) => {
      const wanted = destinationOf(event)
      if (!wanted) return
      event.preventDefault()
      event.stopPropagation()
      setDestination(wanted)
    }
    window.addEventListener('beforeunload', warn)
    // Before the framework's own links see the click.
    document.addEventListener('click', hold, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('click', hold, { capture: true })
    }
  }, [isDirty])

  return (
    <AlertDialog
      isOpen={destination !== undefined}
      onOpenChange={(isOpen) => !isOpen && setDestination(undefined)}
      title="Leave without saving?"
      description="What you changed on this page is lost when you leave it now."
      confirm="Leave"
      cancel="Stay here"
      onConfirm={() => destination && router.push(destination)}
    />
  )
}
