import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { VersionedForm } from '../use-versioned-form.ts'
import { useRouter } from 'next/navigation'
import { AlertDialog } from '../../ui/alert-dialog.tsx'

function findDestination(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target === '_blank' || link.origin !== window.location.origin) return undefined
  const { pathname, search, hash } = link
  return pathname === window.location.pathname ? undefined : pathname + search + hash
}

function UnsavedWarning({ isDirty }: { isDirty: boolean }) {
  const router = useRouter()
  const [destination, setDestination] = useState<string>()

  useEffect(() => {
    if (!isDirty) return
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const blockNavigation = (event: MouseEvent) => {
      const target = findDestination(event)
      if (!target) return
      event.preventDefault()
      event.stopPropagation()
      setDestination(target)
    }
    window.addEventListener('beforeunload', warnBeforeUnload)
    // The capture phase runs before Next.js handles the click.
    document.addEventListener('click', blockNavigation, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', warnBeforeUnload)
      document.removeEventListener('click', blockNavigation, { capture: true })
    }
  }, [isDirty])

  return (
    <AlertDialog
      isOpen={destination !== undefined}
      onOpenChange={(isOpen) => !isOpen && setDestination(undefined)}
      title="Leave without saving?"
      description="Your changes on this page will be lost."
      confirm="Leave"
      cancel="Stay"
      onConfirm={() => destination && router.push(destination)}
    />
  )
}

type SaveBarProps = Pick<VersionedForm<object>, 'isDirty' | 'isSaving' | 'problems' | 'save' | 'discard' | 'conflict'>

const focusFirstProblem = (bar: HTMLElement | null) =>
  requestAnimationFrame(() => {
    const form = bar?.closest<HTMLElement>('[data-settings-form]')
    form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })

function Conflict({ takeTheirs, keepMine }: NonNullable<SaveBarProps['conflict']>) {
  return (
    <>
      <p role="alert" className="min-w-0 flex-1 font-medium">
        Someone else edited this. Your changes are still here.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={takeTheirs}>
          Show theirs
        </Button>
        <Button onClick={keepMine}>Save mine</Button>
      </div>
    </>
  )
}

export function SaveBar({ isDirty, isSaving, problems, save, discard, conflict }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const count = Object.keys(problems).length
  const submit = async () => {
    if (!(await save())) focusFirstProblem(bar.current)
  }
  return (
    <>
      <div
        ref={bar}
        className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-input bg-card p-2.5 pl-4 floating lg:bottom-4"
        hidden={!isDirty}
      >
        {conflict ? (
          <Conflict {...conflict} />
        ) : (
          <>
            <output className="min-w-0 flex-1">
              {count === 0 && 'Unsaved changes'}
              {count > 0 && (
                <span className="font-medium text-primary">
                  {count === 1 ? 'Fix 1 field before saving.' : `Fix ${count} fields before saving.`}
                </span>
              )}
            </output>
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" disabled={isSaving} onClick={discard}>
                Discard
              </Button>
              <Button disabled={isSaving} onClick={() => void submit()}>
                {isSaving ? 'Saving…' : 'Save'}
              </Button>
            </div>
          </>
        )}
      </div>
      <UnsavedWarning isDirty={isDirty} />
    </>
  )
}
